# SPDX-License-Identifier: Apache-2.0
# Builds one firmware: application + kernel + port + board support -> $(OUT)/$(NAME).elf, .bin, .map
#
#   NAME    name of the firmware                    OUT     folder for all generated files
#   SRC     C and assembly files of the application INCLUDE folders of its headers, unless they are next to the sources,
#                                                           and of a hot_more.ld (bsp/hot_more.ld)
#   CFG     folder with os_cfg.h, app_cfg.h, and app_hooks.c if used. Of several folders, the first match counts
#   KERNEL  folder of the RTOS's kernel (default: ours). In a tree from `./metro patch`, Metronome/ has port and seam
#   OPT, DEFS   optimisation (default: -O2); -D options, which replace the switches from the SoC's headers
#   SOC     folder of a LiteX build (build/digilent_arty) or its `software/include`; for the simulated SoC, the output
#           folder of `./metro soc --output DIR`
#   LITEX   LiteX's own soc/software/include (default: from the variables.mak of the LiteX build)
#   MEMORY  place of the program: `main_ram`, to which LiteX's BIOS loads it, or `rom`, with data in `sram`
#           (default: main_ram, if the SoC has it and not at address 0; else rom)
#   SRC_FLAGS  further options for SRC and app_hooks.c (default: none). Warnings are errors only in Metronome's
#              own C and assembly files
#   GUEST   base,size of the memory of a guest of the monitor (default: none); `./metro run --guests` sets it
#   FOREIGN third-party C files, compiled without warnings and with FOREIGN_FLAGS
#   LINK_FLAGS further options for the linker (default: none)
#   RTOS    selects the folder sw/$(RTOS)-ports; its rtos.mk lists the files to compile (default: ucos)
#   ISA     instruction set of the core (default: as in the LiteX build, or rv32im); rv32imc adds compressed
#           instructions
#   CCACHE  compiler cache, for example `ccache` (default: none)
#   KIT     OUT of an earlier `make kit` with the same options. That folder has the objects of kernel, port and board
#           support, so this build compiles only the other files (default: compile all files in OUT)
#
# Paths must not contain blanks, because make separates words at blanks. (`./metro run` takes any folder.)
# OUT also gets a compile_commands.json for editors.
# `sizes` prints the size of the kernel's objects, including functions that the application does not use.
#
#   make -f sw/metronome.mk NAME=hello OUT=build/hello SRC=hello.c CFG=cfg SOC=... LITEX=...
#
# `./metro soc --output DIR` prints this command for the simulated SoC, and the command that runs the result.

SW      := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
RTOS    ?= ucos
OPT     ?= -O2
CROSS   ?= riscv64-unknown-elf-

# LiteX's variables.mak describes the SoC of a LiteX build; `./metro soc` writes one for the simulated SoC.
override SOC := $(firstword $(patsubst %/generated/regions.ld,%,\
                  $(wildcard $(addsuffix /generated/regions.ld,$(SOC) $(SOC)/software/include))) $(SOC))
soc_value = $(shell sed -n 's/^$1=//p' $(SOC)/generated/variables.mak 2>/dev/null)
region    = $(shell sed -n 's/.*\<$1 : ORIGIN = \(0x[0-9a-f]*\).*/\1/p' $(SOC)/generated/regions.ld 2>/dev/null)
LITEX   ?= $(addsuffix /software/include,$(call soc_value,SOC_DIRECTORY))
# Our boards divide the SDRAM at address 0 into rom and sram, so a main_ram at address 0 is not the default.
MEMORY  ?= $(if $(filter-out 0x00000000,$(call region,main_ram)),main_ram,rom)
# Leave out atomic instructions, because the port uses none and the C library has no variant with them.
ISA     ?= $(or $(subst a,,$(shell sed -n 's/^CPUFLAGS=.*-march=\(rv32i\)\(2p0\)\{0,1\}_*\([mac]*\).*/\1\3/p' \
                                   $(SOC)/generated/variables.mak 2>/dev/null)),rv32im)
# Evaluate each variable once, because a variable set by ?= runs its shell commands at each use.
LITEX   := $(LITEX)
MEMORY  := $(MEMORY)
ISA     := $(ISA)

$(if $(wildcard $(SW)/bsp/litex.ld),,$(error metronome.mk: its path holds a blank, or sw/bsp is missing))
RTOS_MK := $(SW)/$(RTOS)-ports/rtos.mk
$(if $(wildcard $(RTOS_MK)),,$(error metronome.mk: there is no $(RTOS_MK) for RTOS=$(RTOS); sw/README.md describes it))
# rtos.mk has lines RTOS_NAME := TEXT. Folders are relative to sw/; HEADER, SOURCES and INCLUDE, to the kernel's folder.
#   KERNEL          default of KERNEL
#   HEADER          file that each kernel's folder must have
#   SOURCES         the kernel's files; INCLUDE: folders of the kernel with its headers
#   PORT            default of PORT; its C and assembly files are built
#   GUEST           port for a guest of the monitor (docs/guests.md); without it, the RTOS cannot be a guest
#   GLUE            further folders; their files are also built
#   ADDED           file by which make finds the folder Metronome/ of a patched tree, with port and seam
#   CONFIG, HOOKS   configuration that an application must have; optional file in the same folder
#   SELFTEST        the self-test of the units; SELFTEST_NAMES: pattern for grep -E, a program that uses it
# Clear the variables first, because rtos.mk need not set each one and the environment may define the same name.
$(foreach name,KERNEL HEADER SOURCES PORT GUEST GLUE INCLUDE ADDED CONFIG HOOKS SELFTEST SELFTEST_NAMES,\
  $(eval RTOS_$(name) :=))
include $(RTOS_MK)
OURS    := $(SW)/$(RTOS_KERNEL)
OUR_PORT := $(SW)/$(if $(GUEST),$(RTOS_GUEST),$(RTOS_PORT))
GLUE    := $(addprefix $(SW)/,$(RTOS_GLUE))
KERNEL  ?= $(OURS)
# Port and seam of a patched tree, next to its kernel or in it. A guest takes only the seam; it has another port.
ADDED   ?= $(patsubst %/,%,$(dir $(firstword $(foreach mark,$(RTOS_ADDED),\
             $(wildcard $(addsuffix /Metronome/$(mark),$(KERNEL) $(KERNEL)/..))))))
PORT    ?= $(or $(if $(GUEST),,$(ADDED)),$(OUR_PORT))
# A kernel with the seam uses the core's units. The SoC's soc.h names the switches.
DEFS    ?= $(if $(ADDED)$(filter $(OURS),$(KERNEL)),$(shell \
             sed -n 's/^.define METRONOME_SWITCHES_$(RTOS) "\(.*\)"$$/\1/Ip' $(SOC)/generated/soc.h 2>/dev/null))
DEFS    := $(DEFS)
HEADERS := $(addprefix $(KERNEL)/,$(RTOS_INCLUDE))

$(if $(SOC),$(if $(wildcard $(SOC)/generated/regions.ld),,$(error metronome.mk: no generated/regions.ld in SOC=$(SOC), \
                                                      and no software/include of a LiteX build)))
$(foreach v,NAME OUT SRC CFG SOC LITEX,$(if $($v),,$(error metronome.mk: $v is not set; see the head of the file)))
$(foreach v,NAME OUT KERNEL PORT SOC LITEX,$(if $(word 2,$($v)),$(error metronome.mk: $v=$($v) holds a blank)))
$(foreach f,$(CFG) $(INCLUDE),$(if $(wildcard $f/.),,$(error metronome.mk: there is no folder $f)))
$(if $(wildcard $(addsuffix /$(RTOS_CONFIG),$(CFG))),,$(error metronome.mk: no $(RTOS_CONFIG) in CFG=$(CFG)))
$(if $(wildcard $(KERNEL)/$(RTOS_HEADER)),,$(error metronome.mk: no $(RTOS_HEADER) in KERNEL=$(KERNEL)))
$(if $(filter-out vexriscv,$(call soc_value,CPU)),$(error metronome.mk: the port is for LiteX's vexriscv; the SoC in \
                                                          SOC=$(SOC) has $(call soc_value,CPU)))
$(if $(wildcard $(SW)/bsp/$(MEMORY)/memory.ld),,$(error metronome.mk: MEMORY=$(MEMORY): use rom or main_ram))
$(if $(call region,$(MEMORY)),,$(error metronome.mk: the SoC in SOC=$(SOC) has no $(MEMORY)))
$(foreach p,UART TIMER0,$(if $(shell grep -sLw CSR_$p_BASE $(SOC)/generated/csr.h),$(error metronome.mk: the SoC in \
                                                       SOC=$(SOC) has no $p, which the board support needs)))
$(if $(wildcard $(LITEX)/hw/common.h),,$(error metronome.mk: no hw/common.h in LITEX=$(LITEX)))

# If the units are a bus peripheral of this SoC, ci_intrinsics.h needs their address.
BUS_DEFS := $(shell sed -n 's/^\#define METRONOME_BASE \(0x[0-9a-f]*\)L*$$/-DMETRONOME_WISHBONE=\1/p' \
                    $(SOC)/generated/mem.h)

# Tell the kernel if the SoC's hardware threads can make direct calls: without a time base, their slots count ticks.
HW_DEFS  := $(shell sed -n 's/^\#define HARDWARE_THREADS_WOKEN_INTERRUPT .*/-DOS_HW_CALLS_EN=1u/p' \
                    $(SOC)/generated/soc.h 2>/dev/null)

# The core may have hot memory and hot data memory.
REGIONS  := $(shell cat $(SOC)/generated/regions.ld)
SCRIPT   := $(SW)/bsp/litex$(if $(filter hot_memory,$(REGIONS)),_hot).ld
DATA     := $(SW)/bsp/$(if $(filter hot_data,$(REGIONS)),hot_data,cached)
BOARD    := $(SW)/bsp

comma    := ,
# With MEMORY=main_ram, one segment is readable, writable and executable on purpose. Older linkers neither warn
# about this segment nor know the option.
RWX      := $(shell $(CROSS)ld --help 2>/dev/null | grep -o -m1 -e --no-warn-rwx-segments)
ARCH     := -march=$(ISA) -misa-spec=2.2 -mabi=ilp32

# A guest has its code and data in one memory, and its own linker script, board support and port.
ifneq ($(GUEST),)
SCRIPT   := $(SW)/bsp/guest/guest.ld
BOARD    := $(SW)/bsp/guest
SHARED   := $(SW)/monitor
MEMORY   := main_ram
PLACE    := -Wl,--defsym=__base=$(firstword $(subst $(comma), ,$(GUEST))) \
            -Wl,--defsym=__size=$(lastword $(subst $(comma), ,$(GUEST)))
endif

# The folders in INCLUDE come first for the application's files and last for ours, because an application may have
# another bsp.h.
INCLUDES := $(addprefix -I,$(CFG) $(KERNEL) $(HEADERS) $(PORT) $(ADDED) $(GLUE) $(SW) $(SW)/bsp $(SHARED) $(INCLUDE)) \
            -isystem $(SOC) -isystem $(LITEX) -isystem $(LITEX)/../../cores/cpu/vexriscv
FLAGS    := $(ARCH) --specs=picolibc.specs $(OPT) $(DEFS) $(BUS_DEFS) $(HW_DEFS) -g -ffunction-sections \
            -fdata-sections $(INCLUDES) -MD -MP
WARNINGS := -Wall -Wextra -Werror
LINK     := $(ARCH) --specs=picolibc.specs -nostartfiles -Wl,--gc-sections -Wl,-Map=$(OUT)/$(NAME).map \
            $(if $(filter main_ram,$(MEMORY)),$(addprefix -Wl$(comma),$(RWX))) \
            $(addprefix -L,$(SOC) $(PORT) $(GLUE) $(SW)/bsp/$(MEMORY) $(DATA) $(INCLUDE) $(SW)/bsp) $(PLACE) \
            -T$(SCRIPT) \
            $(LINK_FLAGS)

HOOKS    := $(firstword $(wildcard $(foreach f,$(RTOS_HOOKS),$(addsuffix /$f,$(CFG)))))
APP      := $(SRC) $(FOREIGN) $(HOOKS)
KERNELS  := $(wildcard $(addprefix $(KERNEL)/,$(RTOS_SOURCES)))
KIT_SRC  := $(wildcard $(addsuffix /*.[cS],$(BOARD) $(GLUE) $(PORT))) $(wildcard $(SW)/model/*.c) $(KERNELS)
# Self-test and model take long to compile, so make compiles them only for a program that names them. The name may be in
# a source, or in a header below the folders of sources, CFG or INCLUDE. A kit does not contain self-test and model.
TEST_SRC := $(filter $(addprefix %/,$(RTOS_SELFTEST)) $(SW)/model/%,$(KIT_SRC))
NAMES    := '$(addsuffix |,$(RTOS_SELFTEST_NAMES))model/[a-z_]+\.h'
KIT_SRC  := $(filter-out $(if $(shell grep -Esl $(NAMES) /dev/null $(wildcard $(APP)); \
              grep -Ersl --include='*.h' $(NAMES) /dev/null $(sort $(dir $(wildcard $(APP))) $(CFG) $(INCLUDE))),,\
              $(TEST_SRC)),$(KIT_SRC))
# An object's path follows its source's path, because two sources may share a name.
object    = $(if $(filter $1,$(APP) $(TEST_SRC)),$(OUT),$(or $(KIT),$(OUT)))/objects/$(subst ../,__/,$1).o
OBJECTS  := $(foreach f,$(APP) $(KIT_SRC),$(call object,$f))
# The files that this make compiles.
SOURCES  := $(APP) $(if $(KIT),$(filter $(TEST_SRC),$(KIT_SRC)),$(KIT_SRC))

.DELETE_ON_ERROR:
.PHONY: all
all: $(OUT)/$(NAME).elf $(OUT)/$(NAME).bin $(OUT)/compile_commands.json

$(foreach f,$(APP),$(call object,$f)): FIRST := $(if $(INCLUDE),$(addprefix -I,$(CFG) $(INCLUDE)))
$(foreach f,$(SRC) $(HOOKS),$(call object,$f)): WARNINGS := -Wall -Wextra $(SRC_FLAGS)
$(foreach f,$(FOREIGN),$(call object,$f)): WARNINGS := -w $(FOREIGN_FLAGS)
# Do not report warnings of another kernel: they are not ours to fix.
ifneq ($(abspath $(KERNEL)),$(abspath $(OURS)))
$(foreach f,$(KERNELS),$(call object,$f)): WARNINGS := -w
endif

# For editors. Other compilers find picolibc's headers only if the command names them.
hash     := \#
LIBC     := $(addprefix -isystem ,$(dir $(firstword $(shell echo '$(hash)include <picolibc.h>' | \
              $(CROSS)gcc $(ARCH) --specs=picolibc.specs -E -x c - 2>/dev/null | grep -o '/[^"]*/picolibc\.h'))))
json      = "$(subst ",\",$(subst \,\\,$(strip $1)))"
entry     = {"directory": $(call json,$(CURDIR)), "file": $(call json,$1), "command": $(call json,\
            $(CROSS)gcc $(if $(INCLUDE),$(addprefix -I,$(CFG) $(INCLUDE))) $(subst -MD -MP,,$(FLAGS)) $(LIBC) \
            -Wall -Wextra -c $1)}
$(OUT)/compile_commands.json: $(OUT)/flags
	$(file >$@,[$(call entry,$(firstword $(APP)))\
	           $(foreach f,$(wordlist 2,999,$(APP)) $(KIT_SRC),$(comma)$(call entry,$f))])@:

define compile
$(call object,$1): $1 $(OUT)/flags
	$(CCACHE) $(CROSS)gcc $$(FIRST) $$(FLAGS) $$(WARNINGS) -c $$< -o $$@
endef
$(foreach f,$(SOURCES),$(eval $(call compile,$f)))

COMMAND  := $(subst ','\'',$(CROSS)gcc $(FLAGS) $(SRC_FLAGS) $(FOREIGN_FLAGS) $(LINK) $(OBJECTS))
# Rewrite this file only if the command line changes, because every object depends on the file.
$(OUT)/flags: FORCE
	@mkdir -p $(sort $(dir $(OBJECTS)))
	@printf '%s\n' '$(COMMAND)' | cmp -s - $@ || printf '%s\n' '$(COMMAND)' > $@
.PHONY: FORCE

$(OUT)/$(NAME).elf: $(OBJECTS) $(wildcard $(addsuffix /*.ld,$(SW)/bsp $(PORT) $(GLUE))) \
                    $(SOC)/generated/regions.ld
	$(CROSS)gcc $(LINK) $(OBJECTS) -o $@

.PHONY: kit
kit: $(foreach f,$(KIT_SRC),$(call object,$f))

.PHONY: sizes
sizes: $(foreach f,$(KERNELS),$(call object,$f))
	$(CROSS)size --totals $^

$(OUT)/$(NAME).bin: $(OUT)/$(NAME).elf
	$(CROSS)objcopy -O binary $< $@

-include $(foreach f,$(SOURCES),$(patsubst %.o,%.d,$(call object,$f)))
