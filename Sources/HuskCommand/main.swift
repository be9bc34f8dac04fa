// SPDX-License-Identifier: Apache-2.0

import HuskTool

let io = ProcessIO()
io.exit(Tool.run(arguments: io.arguments, io: io))
