// SPDX-License-Identifier: Apache-2.0

// Who imports HuskCodable gets the codec and its options with it.
@_exported public import Husk
