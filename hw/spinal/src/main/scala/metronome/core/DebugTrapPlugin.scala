// SPDX-License-Identifier: Apache-2.0
package metronome.core

import spinal.core._
import vexriscv._
import vexriscv.plugin.{IBusFetcherImpl, Plugin}

/** Lets the debug plugin see exceptions on their way.
  *
  * It takes a pipeline without instructions for idle, and a halted core with an idle pipeline takes no exceptions. But
  * an instruction with an exception leaves its stage at once, and the exception alone goes on to write-back: there it
  * was lost, and a step over a faulting instruction just skipped it. What is pending counts as incoming here.
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
