# Written by 'husk completion bash'; do not edit.

_husk() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words= options=
  local command=${COMP_WORDS[1]}
  # Bash makes a word of its own of the '=' between an option and its value.
  if [[ $word == = ]]; then
    word=
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    words='encode decode test inspect concat split template keygen rekey mask unmask serve fetch bench help completion manual'
    options='--help --version'
  else
    case $command in
      template)
        if ((COMP_CWORD == 2)); then
          words='train list show diff export import refresh remove'
          options=--help
        else
          command+=" ${COMP_WORDS[2]}"
        fi
        ;;
    esac
    case $command in
      encode)
        options='--output --stdout --force --keep --rm --threads --depth --quiet --verbose --progress --no-progress --level --max --archive --layout --codec --input --minify --verify --key --passphrase --passphrase-file --field-key --encrypt-field --no-compression --envelope --template --learn --messages --embed-template --max-age --exclude --no-values --store --help'
        case $before in
          -o | --output) words='' ;;
          -T | --threads) words='' ;;
          --depth) words='' ;;
          --level) words='1 2 3 4 5 6 7 8 9' ;;
          --layout) words='auto column text row' ;;
          --codec) words='auto none deflate gzip zstd brotli' ;;
          --input) words='auto json ndjson' ;;
          --key) words='' ;;
          --passphrase-file) words='' ;;
          --field-key) words='' ;;
          --encrypt-field) words='' ;;
          --template) words='' ;;
          --learn) words='' ;;
          --embed-template) words='always auto never' ;;
          --max-age) words='' ;;
          --exclude) words='' ;;
          --store) words='' ;;
          *) words='' ;;
        esac
        ;;
      decode)
        options='--output --stdout --force --keep --rm --threads --depth --quiet --verbose --progress --no-progress --fields --rows --at --template --messages --store --key --passphrase --passphrase-file --field-key --redact --help'
        case $before in
          -o | --output) words='' ;;
          -T | --threads) words='' ;;
          --depth) words='' ;;
          --fields) words='' ;;
          --rows) words='' ;;
          --at) words='' ;;
          --template) words='' ;;
          --store) words='' ;;
          --key) words='' ;;
          --passphrase-file) words='' ;;
          --field-key) words='' ;;
          *) words='' ;;
        esac
        ;;
      test)
        options='--threads --depth --quiet --progress --no-progress --template --messages --store --key --passphrase --passphrase-file --field-key --redact --help'
        case $before in
          -T | --threads) words='' ;;
          --depth) words='' ;;
          --template) words='' ;;
          --store) words='' ;;
          --key) words='' ;;
          --passphrase-file) words='' ;;
          --field-key) words='' ;;
          *) words='' ;;
        esac
        ;;
      inspect)
        options='--json --verbose --values --rows --depth --store --key --passphrase --passphrase-file --field-key --help'
        case $before in
          --rows) words='' ;;
          --depth) words='' ;;
          --store) words='' ;;
          --key) words='' ;;
          --passphrase-file) words='' ;;
          --field-key) words='' ;;
          *) words='' ;;
        esac
        ;;
      concat)
        options='--merge --output --force --quiet --verbose --key --passphrase --passphrase-file --help'
        case $before in
          -o | --output) words='' ;;
          --key) words='' ;;
          --passphrase-file) words='' ;;
          *) words='' ;;
        esac
        ;;
      split)
        options='--parts --rows --bytes --output --force --quiet --verbose --help'
        case $before in
          --parts) words='' ;;
          --rows) words='' ;;
          --bytes) words='' ;;
          -o | --output) words='' ;;
          *) words='' ;;
        esac
        ;;
      'template train')
        options='--budget --max-age --min-support --exclude --model --no-values --store --quiet --help'
        case $before in
          --budget) words='' ;;
          --max-age) words='' ;;
          --min-support) words='' ;;
          --exclude) words='' ;;
          --store) words='' ;;
          *) words='' ;;
        esac
        ;;
      'template list')
        options='--json --store --help'
        case $before in
          --store) words='' ;;
          *) words='' ;;
        esac
        ;;
      'template show')
        options='--json --verbose --store --help'
        case $before in
          --store) words='' ;;
          *) words='' ;;
        esac
        ;;
      'template diff')
        options='--json --store --help'
        case $before in
          --store) words='' ;;
          *) words='' ;;
        esac
        ;;
      'template export')
        options='--output --stdout --force --store --help'
        case $before in
          -o | --output) words='' ;;
          --store) words='' ;;
          *) words='' ;;
        esac
        ;;
      'template import')
        options='--max-age --name --store --help'
        case $before in
          --max-age) words='' ;;
          --name) words='' ;;
          --store) words='' ;;
          *) words='' ;;
        esac
        ;;
      'template refresh')
        options='--max-age --store --help'
        case $before in
          --max-age) words='' ;;
          --store) words='' ;;
          *) words='' ;;
        esac
        ;;
      'template remove')
        options='--all --store --help'
        case $before in
          --store) words='' ;;
          *) words='' ;;
        esac
        ;;
      keygen)
        options='--output --add --help'
        case $before in
          -o | --output) words='' ;;
          *) words='' ;;
        esac
        ;;
      rekey)
        options='--key --messages --help'
        case $before in
          --key) words='' ;;
          *) words='' ;;
        esac
        ;;
      mask)
        options='--key --context --expires --help'
        case $before in
          --key) words='' ;;
          --context) words='' ;;
          --expires) words='' ;;
          *) words='' ;;
        esac
        ;;
      unmask)
        options='--key --context --help'
        case $before in
          --key) words='' ;;
          --context) words='' ;;
          *) words='' ;;
        esac
        ;;
      serve)
        options='--address --port --token-file --private --fresh --template-age --refresh --body-limit --connections --timeout --threads --budget --min-support --exclude --no-values --store --quiet --help'
        case $before in
          --address) words='' ;;
          -p | --port) words='' ;;
          --token-file) words='' ;;
          --private) words='' ;;
          --fresh) words='' ;;
          --template-age) words='' ;;
          --refresh) words='' ;;
          --body-limit) words='' ;;
          --connections) words='' ;;
          --timeout) words='' ;;
          -T | --threads) words='' ;;
          --budget) words='' ;;
          --min-support) words='' ;;
          --exclude) words='' ;;
          --store) words='' ;;
          *) words='' ;;
        esac
        ;;
      fetch)
        options='--output --force --header --token-file --store --quiet --verbose --help'
        case $before in
          -o | --output) words='' ;;
          -H | --header) words='' ;;
          --token-file) words='' ;;
          --store) words='' ;;
          *) words='' ;;
        esac
        ;;
      bench)
        options='--scenario --methods --rounds --external --json --csv --markdown --html --force --quiet --progress --no-progress --help'
        case $before in
          --scenario) words='objects order smallest 2011 session all' ;;
          --methods) words='' ;;
          --rounds) words='' ;;
          --html) words='' ;;
          *) words='' ;;
        esac
        ;;
      help)
        options='--help'
        case $before in
          *) words='encode decode test inspect concat split template keygen rekey mask unmask serve fetch bench help completion manual' ;;
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
