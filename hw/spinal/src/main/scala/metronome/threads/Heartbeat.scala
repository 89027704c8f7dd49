// SPDX-License-Identifier: Apache-2.0
package metronome.threads

import spinal.core._

/** An example: post semaphore 0 periodically, after as many ticks as its argument states. */
class Heartbeat extends HardwareThread {
  private val posts = Reg(Bool()) init False
  private val waits = Reg(Bool()) init False

  io.call.valid := !waits
  io.call.command := Mux(posts, U(Heartbeat.SemPost, 8 bits), U(Heartbeat.TimeDly, 8 bits))
  io.call.handle := 0
  io.call.argument := io.argument
  io.answer.ready := waits
  io.memory.idle()

  when(io.call.fire)(waits := True)
  when(io.answer.fire) {
    waits := False
    posts := !posts
  }
}

object Heartbeat {
  val TimeDly = 1                               // OS_HW_CMD_TIME_DLY
  val SemPost = 5                               // OS_HW_CMD_SEM_POST
}
