# Written by 'husk completion bash'; do not edit.

_husk() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words= options=
  # Bash makes a word of its own of the '=' between an option and its value.
  if [[ $word == = ]]; then
    word=
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    words='encode decode test inspect help completion manual'
    options='--help --version'
  else
    case ${COMP_WORDS[1]} in
      encode)
        options='--output --stdout --force --threads --quiet --verbose --progress --no-progress --level --max --layout --input --minify --help'
        case $before in
          -o | --output) words='' ;;
          -T | --threads) words='' ;;
          --level) words='1 2 3 4 5 6 7 8 9' ;;
          --layout) words='auto column text' ;;
          --input) words='auto json ndjson' ;;
          *) words='' ;;
        esac
        ;;
      decode)
        options='--output --stdout --force --threads --quiet --verbose --progress --no-progress --fields --rows --at --help'
        case $before in
          -o | --output) words='' ;;
          -T | --threads) words='' ;;
          --fields) words='' ;;
          --rows) words='' ;;
          --at) words='' ;;
          *) words='' ;;
        esac
        ;;
      test)
        options='--threads --quiet --progress --no-progress --help'
        case $before in
          -T | --threads) words='' ;;
          *) words='' ;;
        esac
        ;;
      inspect)
        options='--json --verbose --help'
        case $before in
          *) words='' ;;
        esac
        ;;
      help)
        options='--help'
        case $before in
          *) words='encode decode test inspect help completion manual' ;;
        esac
        ;;
      completion)
        options='--help'
        case $before in
          *) words='bash zsh fish' ;;
        esac
        ;;
      manual)
        options='--help'
        case $before in
          *) words='' ;;
        esac
        ;;
    esac
  fi
  [[ $word == -* ]] && words=$options
  # No reply at all lets Bash complete file names.
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}

complete -o default -o bashdefault -F _husk husk
