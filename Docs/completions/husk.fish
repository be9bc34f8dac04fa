# Written by 'husk completion fish'; do not edit.

# Whether the words before the cursor name the command that is asked for, or none yet.
function __husk_command
    set -l words (commandline -opc)
    test "$words[2]" = "$argv[1]"; or return
    test (count $argv) -lt 2; or test "$words[3]" = "$argv[2]"
end

complete -c husk -f
complete -c husk -n "__husk_command ''" -a encode -d 'make JSON compact'
complete -c husk -n "__husk_command ''" -a decode -d 'give back the JSON that was encoded'
complete -c husk -n "__husk_command ''" -a test -d 'verify encoded files without writing anything'
complete -c husk -n "__husk_command ''" -a inspect -d 'show what an encoded file consists of'
complete -c husk -n "__husk_command ''" -a concat -d 'join files that many machines made'
complete -c husk -n "__husk_command ''" -a split -d 'cut a file into pieces at the borders of its blocks'
complete -c husk -n "__husk_command ''" -a template -d 'train, keep and exchange templates of messages'
complete -c husk -n "__husk_command ''" -a keygen -d 'make a key that seals files and messages'
complete -c husk -n "__husk_command ''" -a rekey -d 'seal files again with the active key'
complete -c husk -n "__husk_command ''" -a mask -d 'seal short strings for addresses'
complete -c husk -n "__husk_command ''" -a unmask -d 'open what '\''husk mask'\'' sealed'
complete -c husk -n "__husk_command ''" -a serve -d 'serve a directory over HTTP, JSON in few bytes'
complete -c husk -n "__husk_command ''" -a fetch -d 'get JSON over HTTP, in few bytes where the server can'
complete -c husk -n "__husk_command ''" -a bench -d 'compare sizes and speeds with other methods'
complete -c husk -n "__husk_command ''" -a help -d 'explain a command'
complete -c husk -n "__husk_command ''" -a completion -d 'print what makes a shell complete husk'\''s command line'
complete -c husk -n "__husk_command ''" -a manual -d 'print the manual page'
complete -c husk -n "__husk_command ''" -s h -l help -d 'print this help'
complete -c husk -n "__husk_command ''" -s V -l version -d 'print the version'

complete -c husk -n "__husk_command template ''" -a train -d 'learn a template from messages of one kind'
complete -c husk -n "__husk_command template ''" -a list -d 'list the templates in the store'
complete -c husk -n "__husk_command template ''" -a show -d 'show what is in a template'
complete -c husk -n "__husk_command template ''" -a diff -d 'compare what messages of two templates may hold'
complete -c husk -n "__husk_command template ''" -a export -d 'write a template to a file'
complete -c husk -n "__husk_command template ''" -a import -d 'add templates from files to the store'
complete -c husk -n "__husk_command template ''" -a refresh -d 'give a template another time to expire'
complete -c husk -n "__husk_command template ''" -a remove -d 'remove a template from the store'
complete -c husk -n "__husk_command template ''" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command encode" -F
complete -c husk -n "__husk_command encode" -s o -l output -r -F -d 'write to the file OUT, or into the directory OUT; '\''-'\'' is standard output'
complete -c husk -n "__husk_command encode" -s c -l stdout -d 'write to standard output'
complete -c husk -n "__husk_command encode" -s f -l force -d 'overwrite a file that exists'
complete -c husk -n "__husk_command encode" -s k -l keep -d 'keep INPUT, as is done unless --rm is given'
complete -c husk -n "__husk_command encode" -l rm -d 'remove INPUT once its result is on the disk'
complete -c husk -n "__husk_command encode" -s T -l threads -r -f -d 'work on N blocks at once; 0 is the number of processors (default: that, at most 4)'
complete -c husk -n "__husk_command encode" -l depth -r -f -d 'let arrays and objects stand N deep in one another (default: 512)'
complete -c husk -n "__husk_command encode" -s q -l quiet -d 'print nothing but errors'
complete -c husk -n "__husk_command encode" -s v -l verbose -d 'print sizes to standard error'
complete -c husk -n "__husk_command encode" -l progress -d 'show progress from the start, on whatever standard error is'
complete -c husk -n "__husk_command encode" -l no-progress -d 'show no progress, even on a terminal'
complete -c husk -n "__husk_command encode" -l level -r -f -a '1 2 3 4 5 6 7 8 9' -d 'spend less time, or more to make the result smaller (default: -3)'
complete -c husk -n "__husk_command encode" -l max -d 'spend as much time and memory as is of any use'
complete -c husk -n "__husk_command encode" -l archive -d 'make it as small as can be; a megabyte takes half a second, or some where strings are long, and so does decoding'
complete -c husk -n "__husk_command encode" -l layout -r -f -a 'auto column text row' -d 'how template and values are laid out'
complete -c husk -n "__husk_command encode" -l codec -r -f -a 'auto none deflate gzip zstd brotli' -d 'what compresses a file of blocks'
complete -c husk -n "__husk_command encode" -l input -r -f -a 'auto json ndjson' -d 'what INPUT is, one text or a sequence'
complete -c husk -n "__husk_command encode" -l minify -d 'drop whitespace that means nothing'
complete -c husk -n "__husk_command encode" -l verify -d 'decode each block of the result and compare it before it is written, as is done from -4 to --max, and with --rm'
complete -c husk -n "__husk_command encode" -l key -r -F -d 'seal the result with the active key of FILE, which '\''husk keygen'\'' made'
complete -c husk -n "__husk_command encode" -l passphrase -d 'seal the result with a passphrase that is asked for on the terminal'
complete -c husk -n "__husk_command encode" -l passphrase-file -r -F -d 'seal the result with the passphrase in the first line of FILE'
complete -c husk -n "__husk_command encode" -l field-key -r -F -d 'seal the fields of --encrypt-field with the active key of FILE'
complete -c husk -n "__husk_command encode" -l encrypt-field -r -f -d 'seal the values at the paths of LIST, such as ssn,customer.card'
complete -c husk -n "__husk_command encode" -l no-compression -d 'let the size of the result say nothing but the size of INPUT'
complete -c husk -n "__husk_command encode" -l envelope -d 'write {"data":"…"}, for channels that carry only JSON'
complete -c husk -n "__husk_command encode" -l template -r -F -d 'use this template: NAME, NAME@VERSION, id:HEX, or a file'
complete -c husk -n "__husk_command encode" -l learn -r -f -d 'use the template NAME, and train it on INPUT where there is none or it has expired'
complete -c husk -n "__husk_command encode" -l messages -d 'make one message of each text, with its size before it'
complete -c husk -n "__husk_command encode" -l embed-template -r -f -a 'always auto never' -d 'whether a message brings its template, names it where the store has it, or leaves it to --template'
complete -c husk -n "__husk_command encode" -l max-age -r -f -d 'let the template expire after AGE, such as 12h or 7d (default: never)'
complete -c husk -n "__husk_command encode" -l exclude -r -f -d 'put no values of these fields in the template, such as token,customer.card'
complete -c husk -n "__husk_command encode" -l no-values -d 'put no values in the template, only keys'
complete -c husk -n "__husk_command encode" -l store -r -F -d 'keep templates in WHERE, a file or redis://HOST:PORT/PREFIX (default: what the variable HUSK_STORE names, or a file in the cache directory of the user)'
complete -c husk -n "__husk_command encode" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command decode" -F
complete -c husk -n "__husk_command decode" -s o -l output -r -F -d 'write to the file OUT, or into the directory OUT; '\''-'\'' is standard output'
complete -c husk -n "__husk_command decode" -s c -l stdout -d 'write to standard output'
complete -c husk -n "__husk_command decode" -s f -l force -d 'overwrite a file that exists'
complete -c husk -n "__husk_command decode" -s k -l keep -d 'keep INPUT, as is done unless --rm is given'
complete -c husk -n "__husk_command decode" -l rm -d 'remove INPUT once its result is on the disk'
complete -c husk -n "__husk_command decode" -s T -l threads -r -f -d 'work on N blocks at once; 0 is the number of processors (default: that, at most 4)'
complete -c husk -n "__husk_command decode" -l depth -r -f -d 'let arrays and objects stand N deep in one another (default: 512)'
complete -c husk -n "__husk_command decode" -s q -l quiet -d 'print nothing but errors'
complete -c husk -n "__husk_command decode" -s v -l verbose -d 'print sizes to standard error'
complete -c husk -n "__husk_command decode" -l progress -d 'show progress from the start, on whatever standard error is'
complete -c husk -n "__husk_command decode" -l no-progress -d 'show no progress, even on a terminal'
complete -c husk -n "__husk_command decode" -l fields -r -f -d 'decode only these fields of each row, such as id,user.name; a backslash stands before a point, a comma or a backslash of a key'
complete -c husk -n "__husk_command decode" -l rows -r -f -d 'decode only the rows from A up to, not including, B; either may be left out, and A alone is one row'
complete -c husk -n "__husk_command decode" -l at -r -f -d 'let rows be the elements of the array at PATH, such as data.items, in each text; on the way there are objects alone'
complete -c husk -n "__husk_command decode" -l template -r -F -d 'decode a message that does not name its template with this one'
complete -c husk -n "__husk_command decode" -l messages -d 'decode a sequence that '\''husk encode --messages'\'' wrote'
complete -c husk -n "__husk_command decode" -l store -r -F -d 'keep templates in WHERE, a file or redis://HOST:PORT/PREFIX (default: what the variable HUSK_STORE names, or a file in the cache directory of the user)'
complete -c husk -n "__husk_command decode" -l key -r -F -d 'open what is sealed with the keys of FILE, and refuse what is not sealed (default: what the variable HUSK_KEY_FILE names, which refuses nothing)'
complete -c husk -n "__husk_command decode" -l passphrase -d 'open with a passphrase that is asked for on the terminal, as --key does'
complete -c husk -n "__husk_command decode" -l passphrase-file -r -F -d 'open with the passphrase in the first line of FILE'
complete -c husk -n "__husk_command decode" -l field-key -r -F -d 'open sealed fields with the keys of FILE'
complete -c husk -n "__husk_command decode" -l redact -d 'give null in place of sealed fields'
complete -c husk -n "__husk_command decode" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command test" -F
complete -c husk -n "__husk_command test" -s T -l threads -r -f -d 'work on N blocks at once; 0 is the number of processors (default: that, at most 4)'
complete -c husk -n "__husk_command test" -l depth -r -f -d 'let arrays and objects stand N deep in one another (default: 512)'
complete -c husk -n "__husk_command test" -s q -l quiet -d 'print nothing but errors'
complete -c husk -n "__husk_command test" -l progress -d 'show progress from the start, on whatever standard error is'
complete -c husk -n "__husk_command test" -l no-progress -d 'show no progress, even on a terminal'
complete -c husk -n "__husk_command test" -l template -r -F -d 'decode a message that does not name its template with this one'
complete -c husk -n "__husk_command test" -l messages -d 'decode a sequence that '\''husk encode --messages'\'' wrote'
complete -c husk -n "__husk_command test" -l store -r -F -d 'keep templates in WHERE, a file or redis://HOST:PORT/PREFIX (default: what the variable HUSK_STORE names, or a file in the cache directory of the user)'
complete -c husk -n "__husk_command test" -l key -r -F -d 'open what is sealed with the keys of FILE, and refuse what is not sealed (default: what the variable HUSK_KEY_FILE names, which refuses nothing)'
complete -c husk -n "__husk_command test" -l passphrase -d 'open with a passphrase that is asked for on the terminal, as --key does'
complete -c husk -n "__husk_command test" -l passphrase-file -r -F -d 'open with the passphrase in the first line of FILE'
complete -c husk -n "__husk_command test" -l field-key -r -F -d 'open sealed fields with the keys of FILE'
complete -c husk -n "__husk_command test" -l redact -d 'give null in place of sealed fields'
complete -c husk -n "__husk_command test" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command inspect" -F
complete -c husk -n "__husk_command inspect" -l json -d 'print all of it as one JSON text'
complete -c husk -n "__husk_command inspect" -s v -l verbose -d 'print dictionaries, lists of blocks and columns, or values in full'
complete -c husk -n "__husk_command inspect" -l values -d 'print the values of the first ten rows'
complete -c husk -n "__husk_command inspect" -l rows -r -f -d 'print the values of the rows from A up to, not including, B; either may be left out'
complete -c husk -n "__husk_command inspect" -l depth -r -f -d 'let arrays and objects stand N deep in one another (default: 512)'
complete -c husk -n "__husk_command inspect" -l store -r -F -d 'keep templates in WHERE, a file or redis://HOST:PORT/PREFIX (default: what the variable HUSK_STORE names, or a file in the cache directory of the user)'
complete -c husk -n "__husk_command inspect" -l key -r -F -d 'open what is sealed with the keys of FILE, and refuse what is not sealed (default: what the variable HUSK_KEY_FILE names, which refuses nothing)'
complete -c husk -n "__husk_command inspect" -l passphrase -d 'open with a passphrase that is asked for on the terminal, as --key does'
complete -c husk -n "__husk_command inspect" -l passphrase-file -r -F -d 'open with the passphrase in the first line of FILE'
complete -c husk -n "__husk_command inspect" -l field-key -r -F -d 'print the values of sealed fields, opened with the keys of FILE'
complete -c husk -n "__husk_command inspect" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command concat" -F
complete -c husk -n "__husk_command concat" -l merge -d 'make one file with one index of them'
complete -c husk -n "__husk_command concat" -s o -l output -r -F -d 'write to the file OUT; '\''-'\'' is standard output'
complete -c husk -n "__husk_command concat" -s f -l force -d 'overwrite a file that exists'
complete -c husk -n "__husk_command concat" -s q -l quiet -d 'print nothing but errors'
complete -c husk -n "__husk_command concat" -s v -l verbose -d 'print sizes to standard error'
complete -c husk -n "__husk_command concat" -l key -r -F -d 'open what is sealed with the keys of FILE, and refuse what is not sealed (default: what the variable HUSK_KEY_FILE names, which refuses nothing)'
complete -c husk -n "__husk_command concat" -l passphrase -d 'open with a passphrase that is asked for on the terminal, as --key does'
complete -c husk -n "__husk_command concat" -l passphrase-file -r -F -d 'open with the passphrase in the first line of FILE'
complete -c husk -n "__husk_command concat" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command split" -F
complete -c husk -n "__husk_command split" -l parts -r -f -d 'make N pieces of about as much text each (default: 2)'
complete -c husk -n "__husk_command split" -l rows -r -f -d 'make pieces of at most N rows, or one block'
complete -c husk -n "__husk_command split" -l bytes -r -f -d 'make pieces with blocks of at most SIZE bytes, or one block'
complete -c husk -n "__husk_command split" -s o -l output -r -F -d 'write PREFIX-001.husk and so on (default: the name of FILE without .husk)'
complete -c husk -n "__husk_command split" -s f -l force -d 'overwrite a file that exists'
complete -c husk -n "__husk_command split" -s q -l quiet -d 'print nothing but errors'
complete -c husk -n "__husk_command split" -s v -l verbose -d 'print sizes to standard error'
complete -c husk -n "__husk_command split" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command template train" -F
complete -c husk -n "__husk_command template train" -l budget -r -f -d 'let the template have about SIZE bytes (default: 64K)'
complete -c husk -n "__husk_command template train" -l max-age -r -f -d 'let the template expire after AGE, such as 12h or 7d (default: never)'
complete -c husk -n "__husk_command template train" -l min-support -r -f -d 'put only values in it that stand in K messages or more (default: 3)'
complete -c husk -n "__husk_command template train" -l exclude -r -f -d 'put no values of these fields in the template, such as token,customer.card'
complete -c husk -n "__husk_command template train" -l model -d 'put whole messages in the template too: messages get smaller, and take longer'
complete -c husk -n "__husk_command template train" -l no-values -d 'put no values in the template, only keys'
complete -c husk -n "__husk_command template train" -l store -r -F -d 'keep templates in WHERE, a file or redis://HOST:PORT/PREFIX (default: what the variable HUSK_STORE names, or a file in the cache directory of the user)'
complete -c husk -n "__husk_command template train" -s q -l quiet -d 'print nothing but errors'
complete -c husk -n "__husk_command template train" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command template list" -f
complete -c husk -n "__husk_command template list" -l json -d 'print all of it as one JSON text'
complete -c husk -n "__husk_command template list" -l store -r -F -d 'keep templates in WHERE, a file or redis://HOST:PORT/PREFIX (default: what the variable HUSK_STORE names, or a file in the cache directory of the user)'
complete -c husk -n "__husk_command template list" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command template show" -F
complete -c husk -n "__husk_command template show" -l json -d 'print all of it as one JSON text'
complete -c husk -n "__husk_command template show" -s v -l verbose -d 'print dictionaries, lists of blocks and columns in full'
complete -c husk -n "__husk_command template show" -l store -r -F -d 'keep templates in WHERE, a file or redis://HOST:PORT/PREFIX (default: what the variable HUSK_STORE names, or a file in the cache directory of the user)'
complete -c husk -n "__husk_command template show" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command template diff" -F
complete -c husk -n "__husk_command template diff" -l json -d 'print all of it as one JSON text'
complete -c husk -n "__husk_command template diff" -l store -r -F -d 'keep templates in WHERE, a file or redis://HOST:PORT/PREFIX (default: what the variable HUSK_STORE names, or a file in the cache directory of the user)'
complete -c husk -n "__husk_command template diff" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command template export" -F
complete -c husk -n "__husk_command template export" -s o -l output -r -F -d 'write to the file OUT; '\''-'\'' is standard output'
complete -c husk -n "__husk_command template export" -s c -l stdout -d 'write to standard output'
complete -c husk -n "__husk_command template export" -s f -l force -d 'overwrite a file that exists'
complete -c husk -n "__husk_command template export" -l store -r -F -d 'keep templates in WHERE, a file or redis://HOST:PORT/PREFIX (default: what the variable HUSK_STORE names, or a file in the cache directory of the user)'
complete -c husk -n "__husk_command template export" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command template import" -F
complete -c husk -n "__husk_command template import" -l max-age -r -f -d 'let the template expire after AGE, such as 12h or 7d (default: never)'
complete -c husk -n "__husk_command template import" -l name -r -f -d 'store it under this name instead'
complete -c husk -n "__husk_command template import" -l store -r -F -d 'keep templates in WHERE, a file or redis://HOST:PORT/PREFIX (default: what the variable HUSK_STORE names, or a file in the cache directory of the user)'
complete -c husk -n "__husk_command template import" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command template refresh" -F
complete -c husk -n "__husk_command template refresh" -l max-age -r -f -d 'let the template expire after AGE, such as 12h or 7d (default: never)'
complete -c husk -n "__husk_command template refresh" -l store -r -F -d 'keep templates in WHERE, a file or redis://HOST:PORT/PREFIX (default: what the variable HUSK_STORE names, or a file in the cache directory of the user)'
complete -c husk -n "__husk_command template refresh" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command template remove" -F
complete -c husk -n "__husk_command template remove" -l all -d 'remove all versions of NAME'
complete -c husk -n "__husk_command template remove" -l store -r -F -d 'keep templates in WHERE, a file or redis://HOST:PORT/PREFIX (default: what the variable HUSK_STORE names, or a file in the cache directory of the user)'
complete -c husk -n "__husk_command template remove" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command keygen" -s o -l output -r -F -d 'write the key to the file OUT'
complete -c husk -n "__husk_command keygen" -l add -d 'add a new active key to a key file; the old ones still open'
complete -c husk -n "__husk_command keygen" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command rekey" -F
complete -c husk -n "__husk_command rekey" -l key -r -F -d 'the key file: its keys open, and its active key seals'
complete -c husk -n "__husk_command rekey" -l messages -d 'each FILE is a sequence that '\''husk encode --messages'\'' wrote'
complete -c husk -n "__husk_command rekey" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command mask" -f
complete -c husk -n "__husk_command mask" -l key -r -F -d 'the key file: its active key seals, and all of its keys open'
complete -c husk -n "__husk_command mask" -l context -r -f -d 'what the masks are for (default: nothing)'
complete -c husk -n "__husk_command mask" -l expires -r -f -d 'let the masks expire after AGE, such as 12h or 7d (default: never)'
complete -c husk -n "__husk_command mask" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command unmask" -f
complete -c husk -n "__husk_command unmask" -l key -r -F -d 'the key file: its active key seals, and all of its keys open'
complete -c husk -n "__husk_command unmask" -l context -r -f -d 'what the masks are for (default: nothing)'
complete -c husk -n "__husk_command unmask" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command serve" -F
complete -c husk -n "__husk_command serve" -l address -r -f -d 'listen on this numeric address (default: 127.0.0.1, which only this machine reaches)'
complete -c husk -n "__husk_command serve" -s p -l port -r -f -d 'listen on this port (default: 8080); 0 takes one that is free'
complete -c husk -n "__husk_command serve" -l token-file -r -F -d 'serve only who sends '\''Authorization: Bearer'\'' and the token in FILE'
complete -c husk -n "__husk_command serve" -l private -r -f -d 'ask for the token only for these paths, such as '\''/accounts/*'\''; may be repeated'
complete -c husk -n "__husk_command serve" -l fresh -r -f -d 'let clients and proxies use an answer for AGE without asking (default: 0s)'
complete -c husk -n "__husk_command serve" -l template-age -r -f -d 'let clients use a template for AGE, such as 12h (default: 7d)'
complete -c husk -n "__husk_command serve" -l refresh -r -f -d 'look for documents that have changed every AGE (default: 10s)'
complete -c husk -n "__husk_command serve" -l body-limit -r -f -d 'take bodies of requests of at most MB megabytes (default: 16)'
complete -c husk -n "__husk_command serve" -l connections -r -f -d 'have at most N connections at once (default: 2048)'
complete -c husk -n "__husk_command serve" -l timeout -r -f -d 'cut requests and answers that take longer (default: 60s, and 15s for heads)'
complete -c husk -n "__husk_command serve" -s T -l threads -r -f -d 'answer on N threads (default: 4)'
complete -c husk -n "__husk_command serve" -l budget -r -f -d 'let the template have about SIZE bytes (default: 64K)'
complete -c husk -n "__husk_command serve" -l min-support -r -f -d 'put only values in it that stand in K messages or more (default: 3)'
complete -c husk -n "__husk_command serve" -l exclude -r -f -d 'put no values of these fields in the template, such as token,customer.card'
complete -c husk -n "__husk_command serve" -l no-values -d 'put no values in the template, only keys'
complete -c husk -n "__husk_command serve" -l store -r -F -d 'keep templates in WHERE, a file or redis://HOST:PORT/PREFIX (default: what the variable HUSK_STORE names, or a file in the cache directory of the user)'
complete -c husk -n "__husk_command serve" -s q -l quiet -d 'print nothing but errors'
complete -c husk -n "__husk_command serve" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command fetch" -f
complete -c husk -n "__husk_command fetch" -s o -l output -r -F -d 'write to the file OUT; '\''-'\'' is standard output'
complete -c husk -n "__husk_command fetch" -s f -l force -d 'overwrite a file that exists'
complete -c husk -n "__husk_command fetch" -s H -l header -r -f -d 'send this header line, such as '\''Accept-Language: de'\''; may be repeated'
complete -c husk -n "__husk_command fetch" -l token-file -r -F -d 'send '\''Authorization: Bearer'\'' and the token in FILE'
complete -c husk -n "__husk_command fetch" -l store -r -F -d 'keep templates in WHERE, a file or redis://HOST:PORT/PREFIX (default: what the variable HUSK_STORE names, or a file in the cache directory of the user)'
complete -c husk -n "__husk_command fetch" -s q -l quiet -d 'print nothing but errors'
complete -c husk -n "__husk_command fetch" -s v -l verbose -d 'print sizes to standard error'
complete -c husk -n "__husk_command fetch" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command bench" -F
complete -c husk -n "__husk_command bench" -l scenario -r -f -a 'objects order smallest 2011 session all' -d 'make an experiment again that Husk started with, instead of measuring files'
complete -c husk -n "__husk_command bench" -l methods -r -f -d 'measure these methods, with commas between: names, starts of names with '\''*'\'' behind, or '\''all'\''; '\''hpack+gzip'\'' is one after the other'
complete -c husk -n "__husk_command bench" -l rounds -r -f -d 'measure N times and take the best (default: 5)'
complete -c husk -n "__husk_command bench" -l external -d 'measure xz, bzip2, lz4 and jq too, where they are installed'
complete -c husk -n "__husk_command bench" -l json -d 'print all of it as one JSON text'
complete -c husk -n "__husk_command bench" -l csv -d 'print a line of comma-separated values for each method'
complete -c husk -n "__husk_command bench" -l markdown -d 'print tables in Markdown'
complete -c husk -n "__husk_command bench" -l html -r -F -d 'write a page with charts to the file REPORT, too'
complete -c husk -n "__husk_command bench" -s f -l force -d 'overwrite a file that exists'
complete -c husk -n "__husk_command bench" -s q -l quiet -d 'print nothing but errors'
complete -c husk -n "__husk_command bench" -l progress -d 'show progress from the start, on whatever standard error is'
complete -c husk -n "__husk_command bench" -l no-progress -d 'show no progress, even on a terminal'
complete -c husk -n "__husk_command bench" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command help" -f -a 'encode decode test inspect concat split template keygen rekey mask unmask serve fetch bench help completion manual'
complete -c husk -n "__husk_command help" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command completion" -f -a 'bash zsh fish'
complete -c husk -n "__husk_command completion" -s h -l help -d 'print this help'

complete -c husk -n "__husk_command manual" -s h -l help -d 'print this help'
