// SPDX-License-Identifier: Apache-2.0

import HuskHTTPTool
import HuskTool

let io = ProcessIO()
io.exit(HTTPTool.run(arguments: io.arguments, io: io))
