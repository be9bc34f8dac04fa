// SPDX-License-Identifier: Apache-2.0

// Who imports Husk gets the codec with it.
@_exported public import HuskCore
