// SPDX-License-Identifier: Apache-2.0
package metronome.core

import metronome.units.Operations.Limits
import spinal.core._
import spinal.lib._
import vexriscv._
import vexriscv.Riscv.CSR
import vexriscv.plugin._

/** Physical memory protection: rules for the addresses that user mode may execute, read and write. It replaces
  * VexRiscv's StaticMemoryTranslatorPlugin. VexRiscv's PMP plugins lack the points marked with (*).
  *
  * A rule covers a naturally aligned power of two of at least 32 bytes, which is a line of the caches, so each line
  * belongs to one rule. The rule is stored in the form of its comparison; a read of pmpaddr reassembles the register.
  * The rule changes one cycle after the CSR instruction, and the next instruction is checked two cycles after it (*: no
  * waiting). Fields read back their effect (*: so software sees that TOR and NA4 do not exist, and that rules which are
  * not built are off).
  *
  * To the caches, a refusal is a page fault, so nothing of the access reaches a bus. An access fault would have no
  * effect outside the cached half of the address space, and a fetch would load the line first (*). To software, this
  * plugin reports the refusal as an access fault.
  *
  * A fetched instruction is not checked again. So after a CSR instruction that sets a locked rule, which also applies
  * to machine mode, up to three more instructions may have been fetched before the change. A change of the mode
  * restarts the fetch.
  *
  * @param regions number of rules
  * @param ioRange addresses that are never cached
  * @param programs programs with a copy of the rules, a power of two; 0: none
  */
class PmpPlugin(regions: Int, ioRange: UInt => Bool, programs: Int = 0) extends Plugin[VexRiscv] with MemoryTranslator
  with AcceleratorPlugin.NeverHalts {
  import PmpPlugin._
  require(Limits("pmp").allows(regions), s"metronome.PmpPlugin: $regions regions: ${Limits("pmp").text}")

  private var fetches, data: MemoryTranslatorBus = _

  /** A copy of the rules for each program, for [[GuestSwitchPlugin]], which drives these signals: load the rules of
    * `program` in this cycle, or store the rules there.
    */
  class Copies(programs: Int) extends Area {
    val load, store = Bool()
    val program = UInt(log2Up(programs) bits)
  }
  var copies: Copies = _

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
    if (programs > 0) pipeline plug new Area {
      copies = new Copies(programs).setName("PmpPlugin_copies")
      private def words = Cat(rules.map(_.word))
      val memory = Mem(Bits(widthOf(words) bits), programs) setName "PmpPlugin_copies_memory"
      memory.addAttribute("ram_style", "distributed")
      memory.write(copies.program, words, copies.store)
      val loaded = memory.readAsync(copies.program)
      val size = widthOf(words) / regions
      for (rule <- rules) when(copies.load && rule.open)(rule.set(loaded(rule.index * size, size bits)))
    }

    pipeline plug new Area {
      val mprv = modifyPrivilege(pipeline, csr)
      val mayFetch = allowed(rules, fetches, csr.isMachine())
      val mayAccess = allowed(rules, data, csr.isMachine() && !(mprv && pipeline(pipeline.config.MPP) =/= 3))
      answer(fetches, execute = mayFetch.execute)
      answer(data, read = mayAccess.read, write = mayAccess.write)
    }

    // The caches report page faults: 12, 13 and 15 become 1, 5 and 7.
    val refusedFetch = pipeline.service(classOf[IBusCachedPlugin]).decodeExceptionPort
    refusedFetch.code.allowOverride
    refusedFetch.code := 1
    pipeline.service(classOf[DBusCachedPlugin]).exceptionBus.code(3) := False
  }

  /** pmpcfg and pmpaddr. The registers of rules that are not built read 0, because software may clear all sixteen. */
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

  /** mstatus.MPRV: machine mode loads and stores with the rights of the previous mode. */
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

  /** Return the rights of an access. The first matching rule decides. Without a match, machine mode may do everything
    * and user mode nothing.
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
    /** Bits 31:5 of the start address; and a mask, the trailing ones of pmpaddr except bits 1:0. The rule covers
      * ones + 1 lines.
      */
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

    /** All of an unlocked rule. */
    def word: Bits = base ## ones ## on ## execute ## write ## read
    def set(word: Bits): Unit = {
      Seq(read, write, execute, on).zipWithIndex.foreach { case (flag, bit) => flag := word(bit) }
      ones := word(4, 28 bits).asUInt
      base := word(32, 27 bits).asUInt
    }

    def pmpcfg: Bits = locked ## B"00" ## on ## on ## execute ## write ## read

    /** The lowest bits show the smallest possible size. */
    def pmpaddr: Bits = {
      val high = (base @@ U"0") | ones
      B"00" ## high(27 downto 1) ## (high(0) && on) ## on ## on
    }
  }
}
