# SPDX-License-Identifier: Apache-2.0
# Metronome's units as a custom instruction for Platform Designer: Nios II and Nios V/g.
#
# `./metro nios` writes the folder for Platform Designer: this file, and the Verilog of configurations in verilog/. If
# the Verilog is missing, the component reports an error that names the command. docs/nios.md describes ports and use.
package require -exact qsys 13.0

set_module_property NAME metronome
set_module_property DISPLAY_NAME "Metronome RTOS accelerator"
set_module_property DESCRIPTION "Task delays and the highest ready task of a real-time kernel, as custom instructions"
set_module_property VERSION @VERSION@
set_module_property GROUP "Custom Instruction Modules"
set_module_property INSTANTIATE_IN_SYSTEM_MODULE true
set_module_property EDITABLE false
set_module_property VALIDATION_CALLBACK validate
set_module_property ELABORATION_CALLBACK elaborate

# ------------------------------------------------------------------------------------------------------- parameters

proc parameter {name type default ranges display description} {
    add_parameter $name $type $default
    set_parameter_property $name ALLOWED_RANGES $ranges
    set_parameter_property $name DISPLAY_NAME $display
    set_parameter_property $name DESCRIPTION $description
    # The configuration selects a file; these values are not parameters of a module.
    set_parameter_property $name HDL_PARAMETER false
}

parameter PROCESSOR STRING nios2 {"nios2:Nios II" "niosv:Nios V/g"} "Processor" \
    "Whose custom-instruction bus this is"
parameter TASKS INTEGER 64 8:256 "Tasks (N)" \
    "Tasks 0 to N-1; more than the kernel's lowest priority, OS_LOWEST_PRIO"
parameter WIDTH INTEGER 16 4:32 "Bits of a delay (W)" \
    "A delay has at most 2^W-1 ticks in hardware; OS_ACCEL_WIDTH of the kernel's build"
parameter ENGINE STRING lookahead \
    {"lookahead:Look-ahead (deadlines in a memory)" "parallel:Parallel (a counter for each task)"} \
    "Engine of the time unit" \
    "Look-ahead is smaller; parallel never waits for a scan"
parameter UNITS STRING both {"both:Time and ready unit" "time:Time unit" "ready:Ready unit"} "Units" \
    "With both a tick makes tasks ready by itself"
parameter LENGTH STRING variable {"variable:Variable (done)" "fixed:Fixed, 3 cycles"} "Length of an instruction" \
    "Fixed: Nios II, and no look-ahead engine, whose instructions may wait for a scan"

# ------------------------------------------------------------------------------------------------------------ files

# The module of this configuration, and its file.
proc module {} {
    set name metronome_[get_parameter_value PROCESSOR]_n[get_parameter_value TASKS]_w[get_parameter_value WIDTH]
    append name _[get_parameter_value ENGINE]
    set units [get_parameter_value UNITS]
    return [expr {$units eq "both" ? $name : "${name}_$units"}]
}

proc verilog {} {
    return [file join [get_module_property MODULE_DIRECTORY] verilog [module].v]
}

# The command that writes that file.
proc command {} {
    set absent [dict get {both {} time { --no-ready} ready { --no-time}} [get_parameter_value UNITS]]
    return "./metro nios --tasks [get_parameter_value TASKS] --width [get_parameter_value WIDTH]\
--engine [get_parameter_value ENGINE]$absent --output '[get_module_property MODULE_DIRECTORY]'"
}

proc has_lookahead {} {
    return [expr {[get_parameter_value ENGINE] eq "lookahead" && [get_parameter_value UNITS] ne "ready"}]
}

# -------------------------------------------------------------------------------------------------------- callbacks

proc validate {} {
    if {[get_parameter_value LENGTH] eq "fixed"} {
        if {[get_parameter_value PROCESSOR] eq "niosv"} {
            send_message error "Instructions of fixed length: the bus of Nios V has none. Choose Variable."
        } elseif {[has_lookahead]} {
            send_message error "Instructions of fixed length: those of the look-ahead engine may wait for a scan.\
Choose Variable, or the parallel engine."
        }
    }
    if {![file exists [verilog]]} {
        send_message error "There is no Verilog of this configuration, [module].v. This writes it: [command]"
    }
}

# The ports on the bus: name, which is also the role; direction; bits.
proc ports {} {
    set all [dict get {
        nios2 {
            clk Input 1  reset Input 1  clk_en Input 1  start Input 1  n Input 6  dataa Input 32  datab Input 32
            done Output 1  result Output 32
        }
        niosv {
            clk Input 1  reset Input 1  enable Input 1  ctrl Input 32  data0 Input 32  data1 Input 32
            done Output 1  result Output 32
        }
    } [get_parameter_value PROCESSOR]]
    set found {}
    foreach {name direction bits} $all {
        if {$name ne "done" || [get_parameter_value LENGTH] ne "fixed"} {
            lappend found $name $direction $bits
        }
    }
    return $found
}

proc elaborate {} {
    if {[get_parameter_value PROCESSOR] eq "niosv"} {
        set interface niosv_custom_instruction_subordinate
        add_interface $interface niosv_custom_instruction end
    } else {
        set interface nios_custom_instruction_slave
        add_interface $interface nios_custom_instruction end
        # Cycles of an instruction; 0: until done.
        set_interface_property $interface clockCycle [expr {[get_parameter_value LENGTH] eq "fixed" ? 3 : 0}]
        set_interface_property $interface operands 2
    }
    foreach {name direction bits} [ports] {
        add_interface_port $interface $name $name $direction $bits
    }
}

# Platform Designer requires a module with the name $entity. It only instantiates the configuration's module.
proc generate {entity} {
    set declarations {}
    set connections {}
    foreach {name direction bits} [ports] {
        set range [expr {$bits > 1 ? "\[[expr {$bits - 1}]:0\] " : ""}]
        lappend declarations "    [string tolower $direction] wire $range$name"
        lappend connections "        .$name ($name)"
    }
    set text "module $entity (\n[join $declarations ",\n"]\n);\n\n"
    append text "    [module] units (\n[join $connections ",\n"]\n    );\n\nendmodule\n"
    add_fileset_file $entity.v VERILOG TEXT $text
    add_fileset_file [module].v VERILOG PATH [verilog]
}

add_fileset QUARTUS_SYNTH QUARTUS_SYNTH generate
add_fileset SIM_VERILOG SIM_VERILOG generate
