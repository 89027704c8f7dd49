// SPDX-License-Identifier: Apache-2.0
package metronome.core

import metronome.units.Operations.Csr
import spinal.core._
import spinal.lib._
import vexriscv.ip.{DataCacheConfig, InstructionCacheConfig}
import vexriscv.plugin._
import vexriscv.{VexRiscv, VexRiscvConfig, plugin}

/** Build a VexRiscv with the ports of LiteX's `vexriscv` CPU class: Wishbone buses, an interrupt array of 32 lines
  * behind two CSRs, and the reset address as an input. With native buses, it has the ports of VexRiscv's regression
  * test bench; the pipeline is the same.
  */
object Core {
  def apply(parameters: CoreParameters): VexRiscv = {
    val core = new VexRiscv(VexRiscvConfig(plugins(parameters)))
    if (!parameters.nativeBuses) core.rework(core.plugins.foreach {
      case bus: IBusCachedPlugin =>
        bus.iBus.setAsDirectionLess()
        val wishbone = master(bus.iBus.toWishbone()).setName("iBusWishbone")
        // Not on the last beat of a burst, because the cache would apply the error to the next line that it loads.
        report(wishbone.ERR && wishbone.CTI =/= B"111", bus.iBus.rsp.error)
      case bus: DBusCachedPlugin =>
        bus.dBus.setAsDirectionLess()
        val wishbone = master(bus.dBus.toWishbone()).setName("dBusWishbone")
        report(wishbone.ERR, bus.dBus.rsp.error)
      case _ =>
    })
    core
  }

  /** Report a bus error to the cache, as an access fault. VexRiscv's bridges to Wishbone drop it. */
  private def report(error: Bool, response: Bool): Unit = {
    response.removeAssignments()
    response := RegNext(error)
  }

  private def plugins(p: CoreParameters): List[Plugin[VexRiscv]] = List(
    new IBusCachedPlugin(
      resetVector = if (p.nativeBuses) CoreParameters.NativeReset else null,
      prediction = p.branchPrediction,
      compressedGen = p.compressed,
      config = InstructionCacheConfig(
        cacheSize = p.iCacheSize,
        bytePerLine = CoreParameters.CacheLine,
        wayCount = 1,
        addressWidth = 32,
        cpuDataWidth = 32,
        memDataWidth = 32,
        catchIllegalAccess = true,
        catchAccessFault = true,
        asyncTagMemory = false,
        twoCycleRam = false,
        // The decompressor needs data from the cache a cycle earlier.
        twoCycleCache = !p.compressed
      )
    ),
    new DBusCachedPlugin(
      dBusCmdMasterPipe = true,
      dBusCmdSlavePipe = true,
      config = new DataCacheConfig(
        cacheSize = p.dCacheSize,
        bytePerLine = CoreParameters.CacheLine,
        wayCount = 1,
        addressWidth = 32,
        cpuDataWidth = 32,
        memDataWidth = 32,
        catchAccessError = true,
        catchIllegal = true,
        catchUnaligned = true
      ),
      csrInfo = true
    ),
    // The upper half of the address space is LiteX's I/O: never cached.
    if (p.pmp == 0) new StaticMemoryTranslatorPlugin(ioRange = _.msb)
    else new PmpPlugin(p.pmp, ioRange = _.msb, if (p.guestSwitch) p.userInterrupts else 0),
    new DecoderSimplePlugin(catchIllegalInstruction = true),
    if (p.contexts == 0) new RegFilePlugin(regFileReadyKind = plugin.SYNC, zeroBoot = false)
    else new BankedRegFilePlugin(p.contexts),
    new IntAluPlugin,
    new SrcPlugin(separatedAddSub = false, executeInsertion = true),
    new FullBarrelShifterPlugin,
    new MulPlugin,
    new DivPlugin,
    new HazardSimplePlugin(
      bypassExecute = true,
      bypassMemory = true,
      bypassWriteBack = true,
      bypassWriteBackBuffer = true
    ),
    new BranchPlugin(earlyBranch = false, catchAddressMisaligned = true),
    new CsrPlugin(CsrPluginConfig
      .all(mtvecInit = if (p.nativeBuses) CoreParameters.NativeTraps else null)
      // With ebreakGen, an ebreak is an exception while no debugger is active. With the debug plugin alone, the core
      // would ignore the ebreak.
      .copy(userGen = p.userMode, ebreakGen = p.debug))
  ) ++ (if (p.nativeBuses) Nil else List(interruptArray)) ++
    (if (p.hotBytes > 0) List(new HotMemoryPlugin(p.hotBytes, machines = p.pmp > 0)) else Nil) ++
    (if (p.hotDataBytes > 0) List(new HotDataPlugin(p.hotDataBytes)) else Nil) ++
    (if (p.debug) List(debugger(p), new DebugTrapPlugin) else Nil) ++ p.accelerator.map(new AcceleratorPlugin(_)) ++
    (if (p.contexts > 0) List(new ContextPlugin(p.contexts, p.second, p.selfSwitch, p.guestSwitch)) else Nil) ++
    (if (p.vectors) List(new VectorPlugin) else Nil) ++
    (if (p.selfSwitch) List(new SelfSwitchPlugin(p.accelerator.get.tasks, p.contexts)) else Nil) ++
    (if (p.userMode) List(new UserModePlugin) else Nil) ++
    (if (p.userInterrupts > 0) List(new UserInterruptsPlugin(p.userInterrupts)) else Nil) ++
    (if (p.guestSwitch) List(new GuestSwitchPlugin(p.userInterrupts, p.contexts)) else Nil)

  /** The bus `debug_bus_*` of LiteX's `full+debug`, with a separate reset, so that it can reset the core. */
  private def debugger(p: CoreParameters) = new DebugPlugin(
    debugClockDomain = ClockDomain.current.clone(reset = Bool().setName("debugReset")),
    hardwareBreakpointCount = p.hardwareBreakpoints
  )

  private def interruptArray = new ExternalInterruptArrayPlugin(
    machineMaskCsrId = Csr.IrqMask,
    machinePendingsCsrId = Csr.IrqPending,
    supervisorMaskCsrId = 0x9C0,
    supervisorPendingsCsrId = 0xDC0
  )
}
