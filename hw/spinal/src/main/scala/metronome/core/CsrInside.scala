// SPDX-License-Identifier: Apache-2.0
package metronome.core

import spinal.core._

/** A signal inside VexRiscv's CsrPlugin, found by its name in the netlist. The CsrPlugin must be built before. */
object CsrInside {
  def apply[T <: BaseType](name: String): T = {
    var found: BaseType = null
    Component.current.dslBody.walkDeclarations {
      case signal: BaseType if signal.getName() == s"CsrPlugin_$name" => found = signal
      case _ =>
    }
    assert(found != null, s"VexRiscv's CsrPlugin has no $name")
    found.asInstanceOf[T]
  }
}
