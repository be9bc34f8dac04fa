# Written by 'husk completion fish'; do not edit.

# Whether the words before the cursor name the command that is asked for, or none yet.
function __husk_command
    set -l words (commandline -opc)
    test "$words[2]" = "$argv[1]"
end

complete -c husk -f
complete -c husk -n "__husk_command ''" -a encode -d 'make JSON compact'
complete -c husk -n "__husk_command ''" -a decode -d 'give back the JSON that was encoded'
complete -c husk -n "__husk_command ''" -a test -d 'verify encoded files without writing anything'
complete -c husk -n "__husk_command ''" -a inspect -d 'show what an encoded file consists of'
complete -c husk -n "__husk_command ''" -a help -d 'explain a command'
complete -c husk -n "__husk_command ''" -a completion -d 'print what makes a shell complete husk'\''s command line'
complete -c husk -n "__husk_command ''" -a manual -d 'print the manual page'
complete -c husk -n "__husk_command ''" -s h -l help -d 'print this help'
complete -c husk -n "__husk_command ''" -s V -l version -d 'print the version'

complete -c husk -n "__husk_command encode" -F
complete -c husk -n "__husk_command encode" -s o -l output -r -F -d 'write to the file OUT; '\''-'\'' is standard output'
complete -c husk -n "__husk_command encode" -s c -l stdout -d 'write to standard output'
complete -c husk -n "__husk_command encode" -s f -l force -d 'overwrite a file that exists'
complete -c husk -n "__husk_command encode" -s T -l threads -r -f -d 'work on N blocks at once; 0 is the number of processors (default: that, at most 4)'
complete -c husk -n "__husk_command encode" -s q -l quiet -d 'print nothing but errors'
complete -c husk -n "__husk_command encode" -s v -l verbose -d 'print sizes to standard error'
complete -c husk -n "__husk_command encode" -l progress -d 'show progress from the start, on whatever standard error is'
complete -c husk -n "__husk_command encode" -l no-progress -d 'show no progress, even on a terminal'
complete -c husk -n "__husk_command encode" -l level -r -f -a '1 2 3 4 5 6 7 8 9' -d 'spend less time, or more to make the result smaller (default: -3)'
complete -c husk -n "__husk_command encode" -l max -d 'spend as much time and memory as is of any use'
complete -c husk -n "__husk_command encode" -l layout -r -f -a 'auto column text' -d 'how template and values are laid out'
complete -c husk -n "__husk_command encode" -l input -r -f -a 'auto json ndjson' -d 'what INPUT is, one text or a sequence'
complete -c husk -n "__husk_command encode" -l minify -d 'drop whitespace that means nothing'
complete -c husk -n "__husk_command encode" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command decode" -F
complete -c husk -n "__husk_command decode" -s o -l output -r -F -d 'write to the file OUT; '\''-'\'' is standard output'
complete -c husk -n "__husk_command decode" -s c -l stdout -d 'write to standard output'
complete -c husk -n "__husk_command decode" -s f -l force -d 'overwrite a file that exists'
complete -c husk -n "__husk_command decode" -s T -l threads -r -f -d 'work on N blocks at once; 0 is the number of processors (default: that, at most 4)'
complete -c husk -n "__husk_command decode" -s q -l quiet -d 'print nothing but errors'
complete -c husk -n "__husk_command decode" -s v -l verbose -d 'print sizes to standard error'
complete -c husk -n "__husk_command decode" -l progress -d 'show progress from the start, on whatever standard error is'
complete -c husk -n "__husk_command decode" -l no-progress -d 'show no progress, even on a terminal'
complete -c husk -n "__husk_command decode" -l fields -r -f -d 'decode only these fields of each row, such as id,user.name'
complete -c husk -n "__husk_command decode" -l rows -r -f -d 'decode only the rows from A up to, not including, B; either may be left out'
complete -c husk -n "__husk_command decode" -l at -r -f -d 'let rows be the elements of the array at PATH, such as data.items'
complete -c husk -n "__husk_command decode" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command test" -F
complete -c husk -n "__husk_command test" -s T -l threads -r -f -d 'work on N blocks at once; 0 is the number of processors (default: that, at most 4)'
complete -c husk -n "__husk_command test" -s q -l quiet -d 'print nothing but errors'
complete -c husk -n "__husk_command test" -l progress -d 'show progress from the start, on whatever standard error is'
complete -c husk -n "__husk_command test" -l no-progress -d 'show no progress, even on a terminal'
complete -c husk -n "__husk_command test" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command inspect" -F
complete -c husk -n "__husk_command inspect" -l json -d 'print all of it as one JSON text'
complete -c husk -n "__husk_command inspect" -s v -l verbose -d 'print dictionaries, lists of blocks and columns in full'
complete -c husk -n "__husk_command inspect" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command help" -f -a 'encode decode test inspect help completion manual'
complete -c husk -n "__husk_command help" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command completion" -f -a 'bash zsh fish'
complete -c husk -n "__husk_command completion" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command manual" -s h -l help -d 'print this help'
