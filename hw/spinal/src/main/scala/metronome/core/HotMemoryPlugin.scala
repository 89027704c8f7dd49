// SPDX-License-Identifier: Apache-2.0
package metronome.core

import spinal.core._
import spinal.lib._
import vexriscv.{PrivilegeService, VexRiscv}
import vexriscv.ip.{DataCacheConfig, DataCacheMemBus, InstructionCache}
import vexriscv.plugin._

/** A memory for code that must run at full speed even the first time: a block RAM next to the instruction cache,
  * without misses.
  *
  * It is at the end of the address space, where LiteX puts nothing. A `jal` from addresses up to about 1 MiB reaches it
  * backwards, across address 0, so branch prediction works for calls from and to it. The region is uncached: the data
  * bus reads and writes it directly, also in bytes, and there is no second copy. The data port is between the data
  * cache and the bus, so the SoC does not see the memory. Other bus masters cannot reach it.
  *
  * As in any memory of VexRiscv, new instructions are valid after a fence.i and a jump.
  *
  * The plugin fits any VexRiscv with both caches. Their plugins must come before it.
  *
  * @param bytes    a power of two
  * @param machines user mode fetches nothing from it: such a fetch uses the cache, and the memory protection refuses it
  */
class HotMemoryPlugin(bytes: Int, machines: Boolean = false) extends Plugin[VexRiscv]
  with AcceleratorPlugin.NeverHalts {
  private def holds(address: UInt): Bool = address(31 downto log2Up(bytes)).andR

  override def setup(pipeline: VexRiscv): Unit = {
    require(isPow2(bytes), s"metronome.HotMemoryPlugin: $bytes bytes are no power of two")
    def fetched(address: UInt): Bool =
      if (machines) holds(address) && !pipeline.service(classOf[PrivilegeService]).isUser() else holds(address)
    pipeline.service(classOf[IBusCachedPlugin])
      .newTightlyCoupledPort(TightlyCoupledPortParameter("hotFetch", fetched))
  }

  override def build(pipeline: VexRiscv): Unit = {
    val fetch = pipeline.service(classOf[IBusCachedPlugin]).tightlyCoupledPorts.find(_.p.name == "hotFetch").get.bus
    val cache = pipeline.service(classOf[DBusCachedPlugin])
    val hot = new HotMemory(bytes, holds, cache.config).setName("hotMemory")
    hot.io.fetch <> fetch.setAsDirectionLess()
    // The memory reads whenever the cache does. The port's own enable is a longer path, because it
    // depends on a comparison of the next address.
    hot.io.fetch.enable.removeAssignments() := !pipeline.children.collectFirst {
      case cache: InstructionCache => cache
    }.get.io.cpu.fetch.isStuck
    hot.io.data <> cache.dBus.setAsDirectionLess().setName("dBusInside")
    cache.dBus = master(DataCacheMemBus(cache.config)).setName("dBus")
    cache.dBus <> hot.io.others
  }
}

/** The memory.
  *
  * @param holds whether an address is in it
  * @param bus   of the data cache
  */
private class HotMemory(bytes: Int, holds: UInt => Bool, bus: DataCacheConfig) extends Component {
  val io = new Bundle {
    val fetch = slave(TightlyCoupledBus())
    val data = slave(DataCacheMemBus(bus))
    val others = master(DataCacheMemBus(bus))
  }

  private val words = Mem(Bits(32 bits), bytes / 4)
  private def word(address: UInt): UInt = address(log2Up(bytes) - 1 downto 2)

  io.fetch.data := words.readSync(word(io.fetch.address), io.fetch.enable)

  private val cmd = io.data.cmd
  private val isHot = holds(cmd.address)
  io.others.cmd.payload := cmd.payload
  io.others.cmd.valid := cmd.valid && !isHot
  cmd.ready := io.others.cmd.ready || isHot

  // The cache waits for its read before it sends another access, so this memory and the bus never answer
  // at the same time. The word goes through a register, so that the memory's delay does not limit the core's clock.
  private val isRead = RegNext(cmd.valid && isHot && !cmd.wr) init False
  private val answers = RegNext(isRead) init False
  private val read = words.readWriteSync(word(cmd.address), cmd.data, cmd.valid && isHot, cmd.wr, cmd.mask)
  private val answer = RegNext(read)
  io.data.rsp.payload := io.others.rsp.payload
  io.data.rsp.valid := io.others.rsp.valid || answers
  when(answers) {
    io.data.rsp.data := answer
    io.data.rsp.error := False
  }
}
