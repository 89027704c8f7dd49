# SPDX-License-Identifier: Apache-2.0
# A substitute for Platform Designer: executes a _hw.tcl, and prints its calls.
#
#   tclsh platform_designer.tcl FOLDER COMPONENT [PARAMETER VALUE] ...
#
# It is as strict as the manual of the Tcl commands about their names, phases and properties. Prints records that end
# in \x1e, with fields that are separated by \x1f.
set folder [lindex $argv 0]
set chosen [lrange $argv 2 end]
set phase main

proc say {args} { puts -nonewline "[join $args \x1f]\x1e" }
proc only {phases} {
    if {$::phase ni $phases} { error "[lindex [info level -1] 0] in the phase $::phase" }
}
proc known {what name names} {
    if {$name ni $names} { error "there is no $what $name" }
}

proc package {command args} {
    if {$command ne "require" || [lindex $args end-1] ne "qsys"} { error "package $command $args" }
    say package {*}$args
}
proc set_module_property {name value} {
    only main
    known "module property" $name {NAME DISPLAY_NAME DESCRIPTION VERSION GROUP INSTANTIATE_IN_SYSTEM_MODULE EDITABLE
        VALIDATION_CALLBACK ELABORATION_CALLBACK}
    set ::module($name) $value
    say module $name $value
}
proc get_module_property {name} {
    known "module property" $name {NAME VERSION MODULE_DIRECTORY}
    return [expr {$name eq "MODULE_DIRECTORY" ? $::folder : $::module($name)}]
}
proc add_parameter {name type default} {
    only main
    known "type of a parameter" $type {INTEGER STRING BOOLEAN}
    set ::parameter($name) $default
    set ::type($name) $type
}
proc set_parameter_property {name property value} {
    only main
    known parameter $name [array names ::parameter]
    known "parameter property" $property {ALLOWED_RANGES DISPLAY_NAME DESCRIPTION HDL_PARAMETER}
    if {$property eq "ALLOWED_RANGES"} { set ::ranges($name) $value }
    say parameter $name $property $value
}
proc get_parameter_value {name} {
    only {validation elaboration fileset}
    known parameter $name [array names ::parameter]
    return $::parameter($name)
}
proc send_message {level text} {
    only {validation elaboration fileset}
    known "level of a message" $level {error warning info debug}
    say message $level $text
}
proc add_interface {name type direction} {
    only {main elaboration}
    known "type of an interface" $type {nios_custom_instruction niosv_custom_instruction}
    known direction $direction {end start}
    set ::interface($name) $type
    say interface $name $type $direction
}
proc set_interface_property {name property value} {
    only {main elaboration}
    known interface $name [array names ::interface]
    known "property of the interface" $property [dict get {
        nios_custom_instruction {clockCycle operands} niosv_custom_instruction {}
    } $::interface($name)]
    say property $name $property $value
}
proc add_interface_port {name port role direction bits} {
    only {main elaboration}
    known interface $name [array names ::interface]
    # AN 977 and the Nios II Custom Instruction User Guide.
    known "role of the interface" $role [dict get {
        nios_custom_instruction {clk reset clk_en start done n dataa datab result a b c readra readrb writerc}
        niosv_custom_instruction {clk reset enable done ctrl data0 data1 alu_result result}
    } $::interface($name)]
    known direction $direction {Input Output}
    say port $name $port $role $direction $bits
}
proc add_fileset {name type callback} {
    only main
    known "type of a fileset" $type {QUARTUS_SYNTH SIM_VERILOG SIM_VHDL EXAMPLE_DESIGN}
    set ::fileset($name) $callback
}
proc add_fileset_file {name type kind content} {
    only fileset
    known "type of a file" $type {VERILOG SYSTEM_VERILOG VHDL SDC OTHER}
    known "kind of a file" $kind {PATH TEXT}
    say file $::current $name $kind $content
}

proc allowed {value ranges type} {
    foreach range $ranges {
        if {$type eq "INTEGER" && [regexp {^(\d+):(\d+)$} $range - low high]} {
            if {[string is integer -strict $value] && $value >= $low && $value <= $high} { return 1 }
        } elseif {$value eq [lindex [split $range :] 0]} {
            return 1
        }
    }
    return 0
}

source [file join $folder [lindex $argv 1]]
foreach {name value} $chosen {
    known parameter $name [array names parameter]
    set parameter($name) $value
}
foreach name [array names parameter] {
    if {![allowed $parameter($name) $ranges($name) $type($name)]} {
        say message error "$name $parameter($name) is not in the allowed ranges"
        exit
    }
}
set phase validation
$module(VALIDATION_CALLBACK)
set phase elaboration
$module(ELABORATION_CALLBACK)
set phase fileset
foreach current [lsort [array names fileset]] {
    $fileset($current) the_entity
}
