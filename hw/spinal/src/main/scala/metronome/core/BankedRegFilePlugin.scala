// SPDX-License-Identifier: Apache-2.0
package metronome.core

import spinal.core._
import spinal.lib._
import vexriscv._
import vexriscv.Riscv._
import vexriscv.plugin.Plugin

/** VexRiscv's register file with banks of 32 registers, read in decode as the plain one is: the bank is a few more
  * bits of the address.
  *
  * One bank runs, the pipeline knows of no other. So it may change only while nothing is in the pipeline that reads or
  * writes a register: where write-back jumps, what is older has left, and what is younger is flushed.
  *
  * @param banks a power of two; the last one is the handlers'
  */
class BankedRegFilePlugin(banks: Int) extends Plugin[VexRiscv] with RegFileService with AcceleratorPlugin.NeverHalts {
  /** In decode: its rs2 is a register of the bank that is in its RS1. */
  object READS_OTHER extends Stageable(Bool)

  /** In write-back: its result goes to OTHER_BANK, and the instruction has no rd for those that follow it. */
  object WRITES_OTHER extends Stageable(Bool)
  object OTHER_BANK extends Stageable(UInt(bankBits bits))

  /** The bank that runs; and the one that does from the next cycle on, which its owner drives. */
  var bank, next: UInt = _

  /** After a reset: until all registers are 0 nothing runs, and its owner lets nothing but 0 come out of write-back. */
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
    // A word that is read while it is written comes out of the bypasses.
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

      // A reset leaves nothing to be read: a register is cleared in each cycle. The first one is the last one too: a 0
      // is there from the second cycle on.
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

  /** The bank of the second read port: for an instruction that reads another one's register, that one's for a cycle.
    * It stays in decode until nothing else is in the pipeline (so no bypass can take a register of the running bank for
    * that one) and its RS2 is there.
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
