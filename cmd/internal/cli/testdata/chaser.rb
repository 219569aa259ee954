# A CHaser client after docs/protocol-chaser.md, over standard input and output: an item beside it,
# else straight on, else the first free way, and a block onto the opponent.
STDOUT.sync = true

def say(text)
  print "#{text}\r\n"
end

def hear
  line = STDIN.gets or exit
  line.strip
end

# The cells above, left, right and below, after the control digit.
SIDES = { "u" => 2, "l" => 4, "r" => 6, "d" => 8 }
heading = "r"

say ARGV[0]
loop do
  hear # @
  say "gr"
  around = hear
  break if around[0] == "0"
  cells = SIDES.transform_values { |at| around[at] }
  if (onto = cells.key("1"))
    method = "p#{onto}"
  else
    way = cells.key("3") || (cells[heading] == "0" ? heading : cells.key("0"))
    heading = way if way
    method = way ? "w#{way}" : "su"
  end
  say method
  seen = hear
  say "#"
  break if seen[0] == "0"
end
