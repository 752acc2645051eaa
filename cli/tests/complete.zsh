# Types a command and Tab in an interactive shell, and prints what the shell shows.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'PROMPT=; unsetopt zle_bracketed_paste; autoload -Uz compinit; compinit -u -D; source <(gw completions zsh); echo ready'
local text= part=
until [[ $text == *$'\n'ready* ]]; do zpty -r shell part || break; text+=$part; done
zpty -w -n shell "$1"$'\t'
text=
repeat 100; do
  if zpty -r -t shell part; then text+=$part; fi
  [[ $text == *"$2"* ]] && break
  sleep 0.05
done
print -r -- $text
zpty -d shell
