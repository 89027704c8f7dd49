// SPDX-License-Identifier: Apache-2.0
package metronome.core

import spinal.core._
import vexriscv._
import vexriscv.plugin.{IBusFetcherImpl, Plugin}

/** Let the debug plugin see exceptions that are pending.
  *
  * The debug plugin treats a pipeline without instructions as idle, and a halted core with an idle pipeline takes no
  * exceptions. But an instruction with an exception leaves its stage immediately, and only the exception continues to
  * write-back. Without this plugin, the exception is lost there, and a step over a faulting instruction skips the
  * instruction. This plugin counts a pending exception as an incoming instruction.
  */
class DebugTrapPlugin extends Plugin[VexRiscv] with AcceleratorPlugin.NeverHalts {
  override def build(pipeline: VexRiscv): Unit = {
    val exceptions = pipeline.service(classOf[ExceptionService])
    pipeline plug new Area {
      pipeline.service(classOf[IBusFetcherImpl]).incomingInstruction setWhen
        pipeline.stages.map(exceptions.isExceptionPending(_)).reduce(_ || _)
    }
  }
}
