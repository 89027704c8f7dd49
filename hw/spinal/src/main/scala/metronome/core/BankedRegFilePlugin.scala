// SPDX-License-Identifier: Apache-2.0
package metronome.core

import spinal.core._
import spinal.lib._
import vexriscv._
import vexriscv.Riscv._
import vexriscv.plugin.Plugin

/** VexRiscv's register file with banks of 32 registers. It is read in decode like the original: the bank adds bits to
  * the address.
  *
  * One bank is active; only `read` and `write` of ContextPlugin reach another one. The bank may change only while no
  * instruction in the pipeline reads or writes a register. This is when write-back jumps: older instructions have left,
  * and younger ones are flushed.
  *
  * @param banks a power of two; the last bank belongs to the handlers
  */
class BankedRegFilePlugin(banks: Int) extends Plugin[VexRiscv] with RegFileService with AcceleratorPlugin.NeverHalts {
  /** In decode: the instruction's rs2 is a register of the bank in its RS1. */
  object READS_OTHER extends Stageable(Bool)

  /** In write-back: the result goes to OTHER_BANK. For later instructions, this instruction has no rd. */
  object WRITES_OTHER extends Stageable(Bool)
  object OTHER_BANK extends Stageable(UInt(bankBits bits))

  /** The active bank, and the bank of the next cycle, which ContextPlugin drives. */
  var bank, next: UInt = _

  /** After a reset: no instruction runs until all registers are 0. Meanwhile, ContextPlugin makes the result in
    * write-back 0.
    */
  var clearing: Bool = _

  private def bankBits = log2Up(banks)

  override def readStage(): Stage = pipeline.decode

  override def setup(pipeline: VexRiscv): Unit = {
    import pipeline.config._
    val decoder = pipeline.service(classOf[DecoderService])
    decoder.addDefault(RS1_USE, False)
    decoder.addDefault(RS2_USE, False)
    decoder.addDefault(REGFILE_WRITE_VALID, False)
    decoder.addDefault(READS_OTHER, False)
    next = UInt(bankBits bits)
    bank = RegNext(next) init 0 setName "RegFilePlugin_bank" addAttribute Verilator.public
    clearing = RegInit(True) setName "RegFilePlugin_clearing"
  }

  override def build(pipeline: VexRiscv): Unit = {
    import pipeline._
    import pipeline.config._
    val registers = Mem(Bits(32 bits), banks * 32) setName "RegFilePlugin_regFile" addAttribute Verilator.public
    // The bypasses provide a word that is read while it is written.
    registers.addAttribute("no_rw_check")

    when(decode.input(INSTRUCTION)(rdRange) === 0)(decode.input(REGFILE_WRITE_VALID) := False)

    decode plug new Area {
      val instruction = decode.input(INSTRUCTION_ANTICIPATED)
      val other = readOther(pipeline)
      decode.insert(RS1) := registers.readSync((bank ## instruction(rs1Range)).asUInt)
      decode.insert(RS2) := registers.readSync((other ## instruction(rs2Range)).asUInt)
    }

    writeBack plug new Area {
      import writeBack._
      val write = registers.writePort.addAttribute(Verilator.public).setName("lastStageRegFileWrite")
      val writesOther = input(WRITES_OTHER)
      write.valid := (output(REGFILE_WRITE_VALID) || writesOther) && arbitration.isFiring
      write.address := (Mux(writesOther, input(OTHER_BANK), bank) ## output(INSTRUCTION)(rdRange)).asUInt
      write.data := output(REGFILE_WRITE_DATA)

      // After a reset, one register is cleared in each cycle. The first register is cleared a second time at the end,
      // because write-back has a 0 only from the second cycle on.
      val cleared = Reg(UInt(bankBits + 6 bits)) init 0 setName "RegFilePlugin_cleared"
      when(clearing) {
        write.valid := True
        write.address := cleared.resized
        cleared := cleared + 1
        clearing := !cleared.msb
        decode.arbitration.haltByOther := True
      }
    }
  }

  /** Return the bank of the second read port. An instruction that reads a register of another bank selects that bank
    * for a cycle. It stays in decode until its RS2 is valid and the pipeline is empty, so that no bypass replaces the
    * register by one of the active bank.
    */
  private def readOther(pipeline: VexRiscv): UInt = {
    import pipeline._
    import pipeline.config._
    val reads = decode.arbitration.isValid && decode.input(READS_OTHER)
    val drained = !stages.dropWhile(_ != execute).map(_.arbitration.isValid).orR
    // 0 waits, 1 has RS1, 2 reads, 3 has RS2
    val step = Reg(UInt(2 bits)) init 0 setName "RegFilePlugin_step"
    val other = RegNext(Mux(step === 1, decode.input(RS1)(0, bankBits bits).asUInt, next)) init 0 setName
      "RegFilePlugin_other"
    step := Mux(reads && drained && !decode.arbitration.isFlushed, step + 1, U(0))
    decode.arbitration.haltByOther setWhen (reads && step =/= 3)
    other
  }
}
