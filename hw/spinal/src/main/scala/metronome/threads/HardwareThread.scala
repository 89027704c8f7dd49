// SPDX-License-Identifier: Apache-2.0
package metronome.threads

import metronome.Netlist
import spinal.core._
import spinal.lib._

/** A hardware thread in SpinalHDL: a circuit that is a task to the RTOS. hw/hardware_thread.py explains the ports, with
  * their names in Verilog; sw/threads/os_hw.h has the commands.
  *
  * The Verilog module and its file have the same name, which HardwareThread.write() sets.
  *
  * @param links the thread passes words to the next slot, and gets words from the previous one
  */
abstract class HardwareThread(links: Boolean = false) extends Component {
  val io = ThreadPorts(links)
  ThreadPorts.name(io)
}

object HardwareThread {
  /** Write FOLDER/NAME.v, the file that an application's app.toml names. */
  def write(thread: => HardwareThread, name: String, folder: String): Unit =
    Netlist.config(folder, s"$name.v").generateVerilog(thread.setDefinitionName(name))
}

/** One call at a time: the next call comes after the answer. */
case class Call() extends Bundle {
  val command, handle = UInt(8 bits)
  val argument = Bits(32 bits)
}

case class Answer() extends Bundle {
  val value = Bits(32 bits)
  val error = UInt(8 bits)
}

/** A transfer of 32-bit words, from an address on. */
case class Transfer() extends Bundle {
  val write = Bool()
  val address = UInt(32 bits)
  val words = UInt(16 bits)
}

/** A word and its byte enables. */
case class Written() extends Bundle {
  val data = Bits(32 bits)
  val mask = Bits(4 bits)
}

/** A transfer and its words. `done` marks the cycle in which the transfer ends, with `error` if it was refused. */
case class ThreadMemory() extends Bundle with IMasterSlave {
  val transfer = Stream(Transfer())
  val read = Stream(Bits(32 bits))
  val write = Stream(Written())
  val done, error = Bool()

  override def asMaster(): Unit = {
    master(transfer, write)
    slave(read)
    in(done, error)
  }

  def idle(): Unit = {
    transfer.valid := False
    transfer.payload.assignDontCare()
    read.ready := False
    write.valid := False
    write.payload.assignDontCare()
  }
}

case class ThreadPorts(links: Boolean) extends Bundle {
  val argument = in Bits (32 bits)
  val taskNumber = in UInt (8 bits)
  val call = master(Stream(Call()))
  val answer = slave(Stream(Answer()))
  val memory = master(ThreadMemory())
  val linkIn = links generate slave(Stream(Bits(32 bits)))
  val linkOut = links generate master(Stream(Bits(32 bits)))
}

object ThreadPorts {
  /** Set the port names that the Verilog module must have. */
  def name(io: ThreadPorts): Unit = {
    io.argument.setName("argument")
    io.taskNumber.setName("task_number")
    stream("call", io.call)
    Seq("command" -> io.call.command, "handle" -> io.call.handle, "argument" -> io.call.argument)
      .foreach { case (name, signal) => signal.setName(s"call_$name") }
    stream("answer", io.answer)
    io.answer.value.setName("answer_value")
    io.answer.error.setName("answer_error")
    stream("mem", io.memory.transfer)
    io.memory.transfer.write.setName("mem_write")
    io.memory.transfer.address.setName("mem_address")
    io.memory.transfer.words.setName("mem_words")
    stream("mem_read", io.memory.read)
    io.memory.read.payload.setName("mem_read_data")
    stream("mem_write", io.memory.write)
    io.memory.write.data.setName("mem_write_data")
    io.memory.write.mask.setName("mem_write_mask")
    io.memory.done.setName("mem_done")
    io.memory.error.setName("mem_error")
    for ((name, link) <- Seq("link_in" -> io.linkIn, "link_out" -> io.linkOut) if link != null) {
      stream(name, link)
      link.payload.setName(s"${name}_data")
    }
  }

  private def stream[T <: Data](name: String, ports: Stream[T]): Unit = {
    ports.valid.setName(s"${name}_valid")
    ports.ready.setName(s"${name}_ready")
  }
}
