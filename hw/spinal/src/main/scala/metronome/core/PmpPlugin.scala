// SPDX-License-Identifier: Apache-2.0
package metronome.core

import spinal.core._
import spinal.lib._
import vexriscv._
import vexriscv.Riscv.CSR
import vexriscv.plugin._

/** Physical memory protection: rules that say which addresses user mode may execute, read and write. In place of
  * VexRiscv's StaticMemoryTranslatorPlugin; its own PMP plugins lack what is marked (*).
  *
  * A rule is a naturally aligned power of two from 32 bytes on, a line of the caches, so that a line is of one rule.
  * A rule is kept as it is compared, pmpaddr is put together again when it is read. It changes a cycle behind the CSR
  * instruction: what comes next is checked two cycles behind it (*: nothing waits). Fields read what they do (*: so
  * software sees that there is neither TOR nor NA4, and that rules which are not built are none).
  *
  * To the caches a refusal is a page fault, and then nothing of it gets onto a bus. As an access fault it would not
  * count outside the cached half of the address space, and a fetch would load the line first (*). It is reported as the
  * access fault that it is.
  *
  * What has been fetched is not checked again: an instruction behind the CSR instruction in machine mode, under a
  * locked rule, may be one of the three that were. A change of the mode fetches anew.
  *
  * @param regions rules: 4, 8 or 16
  * @param ioRange what is never cached
  */
class PmpPlugin(regions: Int, ioRange: UInt => Bool) extends Plugin[VexRiscv] with MemoryTranslator
  with AcceleratorPlugin.NeverHalts {
  import PmpPlugin._
  require(Set(4, 8, 16)(regions), s"metronome.PmpPlugin: $regions regions; there are 4, 8, 16")

  private var fetches, data: MemoryTranslatorBus = _

  override def newTranslationPort(priority: Int, args: Any): MemoryTranslatorBus = {
    val bus = MemoryTranslatorBus(MemoryTranslatorBusParameter())
    priority match {
      case MemoryTranslatorPort.PRIORITY_INSTRUCTION => fetches = bus
      case MemoryTranslatorPort.PRIORITY_DATA => data = bus
    }
    bus
  }

  override def build(pipeline: VexRiscv): Unit = {
    val csr = pipeline.service(classOf[CsrPlugin])
    val rules = List.tabulate(regions)(new Rule(_))
    registers(pipeline, csr, rules)

    pipeline plug new Area {
      val mprv = modifyPrivilege(pipeline, csr)
      val mayFetch = allowed(rules, fetches, csr.isMachine())
      val mayAccess = allowed(rules, data, csr.isMachine() && !(mprv && pipeline(pipeline.config.MPP) =/= 3))
      answer(fetches, execute = mayFetch.execute)
      answer(data, read = mayAccess.read, write = mayAccess.write)
    }

    // What the caches call a page fault: 12, 13 and 15 are 1, 5 and 7.
    val refusedFetch = pipeline.service(classOf[IBusCachedPlugin]).decodeExceptionPort
    refusedFetch.code.allowOverride
    refusedFetch.code := 1
    pipeline.service(classOf[DBusCachedPlugin]).exceptionBus.code(3) := False
  }

  /** pmpcfg and pmpaddr. Those of the rules that are not built are 0, as software expects that clears all sixteen. */
  private def registers(pipeline: VexRiscv, csr: CsrPlugin, rules: List[Rule]): Unit = pipeline plug new Area {
    import pipeline.execute
    val number = execute.input(pipeline.config.INSTRUCTION)(Riscv.csrRange).asUInt
    val isAddress = (number >> 4) === Pmpaddr >> 4
    val isConfig = (number >> 2) === Pmpcfg >> 2
    val read = Mux(isAddress,
      chosen(number(3 downto 0), rules.map(_.pmpaddr)),
      chosen(number(1 downto 0), rules.grouped(4).toList.map(four => Cat(four.map(_.pmpcfg)))))
    csr.duringAnyRead(when(isAddress || isConfig) {
      csr.allowCsr()
      csr.readData() := read
    })
    csr.duringAnyWrite(when(isAddress || isConfig)(csr.allowCsr()))

    val written = False
    csr.onAnyWrite(written := True)
    val writesAddress = RegNext(written && isAddress) init False
    val writesConfig = RegNext(written && isConfig) init False
    val which = RegNext(number(3 downto 0))
    val word = RegNext(csr.writeData())
    val address = word(29 downto 2).asUInt
    val ones = address & ~(address + 1)
    val base = address(27 downto 1) & ~ones(26 downto 0)
    for (rule <- rules) when(rule.open) {
      when(writesAddress && which === rule.index) {
        rule.ones := ones
        rule.base := base
      }
      when(writesConfig && which(1 downto 0) === rule.index / 4)(rule.configure(word(8 * (rule.index % 4), 8 bits)))
    }
  }

  private def chosen(index: UInt, words: List[Bits]): Bits =
    MuxOH.or(Vec(words.indices.map(index === _)), words)

  /** mstatus.MPRV: machine mode reads and writes with the rights of the mode that it came from. */
  private def modifyPrivilege(pipeline: VexRiscv, csr: CsrPlugin): Bool = {
    import pipeline.writeBack
    val mprv = RegInit(False) setName "PmpPlugin_mprv"
    csr.rw(CSR.MSTATUS, 17, mprv)
    val returns = writeBack.arbitration.isValid && writeBack.input(csr.ENV_CTRL) === csr.EnvCtrlEnum.XRET
    val leaves = (returns && pipeline(pipeline.config.MPP) =/= 3) setName "PmpPlugin_leavesMachineMode"
    mprv clearWhen leaves
    mprv
  }

  private def answer(bus: MemoryTranslatorBus, execute: Bool = False, read: Bool = False, write: Bool = False): Unit = {
    bus.busy := False
    bus.rsp.physicalAddress := bus.cmd.last.virtualAddress
    bus.rsp.isIoAccess := ioRange(bus.cmd.last.virtualAddress)
    bus.rsp.allowExecute := execute
    bus.rsp.allowRead := read
    bus.rsp.allowWrite := write
    bus.rsp.isPaging := True
    bus.rsp.exception := False
    bus.rsp.refilling := False
  }

  /** What an access may do. The first rule that matches decides. Without a match, machine mode may do everything and
    * user mode nothing.
    */
  private def allowed(rules: List[Rule], bus: MemoryTranslatorBus, isMachine: Bool) = new Area {
    val machine = isMachine
    val line = bus.cmd.last.virtualAddress(31 downto 5)
    val hits = Vec(rules.map(rule => rule.matches(line) && (rule.locked || !machine)))
    val hitBits = hits.asBits
    val first = OHMasking.first(hitBits)
    val none = !hits.orR
    def by(right: Rule => Bool): Bool = none && machine || (first.asBools, rules).zipped.map(_ && right(_)).orR
    val execute = by(_.execute)
    val read = by(_.read)
    val write = by(_.write)
  }
}

object PmpPlugin {
  /** Bytes of the smallest rule. */
  val Granularity = 32

  private val Pmpcfg = 0x3A0
  private val Pmpaddr = 0x3B0

  /** One rule. */
  private class Rule(val index: Int) extends Area {
    setName(s"PmpPlugin_rule_$index")
    val locked, on, execute, write, read = RegInit(False)
    val open = !locked
    /** Bits 31:5 of where it begins, and the ones that pmpaddr ends with, but for its last two: 2^ones lines. */
    val base = Reg(UInt(27 bits))
    val ones = Reg(UInt(28 bits))

    def matches(line: UInt): Bool = on && ((line ^ base) & ~ones(26 downto 0)) === 0

    def configure(byte: Bits): Unit = {
      read := byte(0)
      write := byte(1) && byte(0)
      execute := byte(2)
      on := byte(4 downto 3) === 3
      locked := byte(7)
    }

    def pmpcfg: Bits = locked ## B"00" ## on ## on ## execute ## write ## read

    /** The lowest bits say how small a rule can be. */
    def pmpaddr: Bits = {
      val high = (base @@ U"0") | ones
      B"00" ## high(27 downto 1) ## (high(0) && on) ## on ## on
    }
  }
}
