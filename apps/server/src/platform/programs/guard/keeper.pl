# Starts a program and stays its ancestor: whatever loses its parent becomes a child of this process (a "subreaper"),
# so that nobody who daemonizes gets out of sight. Says on descriptor 3 how the program ended, and goes when all have gone.
use strict;
use warnings;

my ($prctl, @command) = @ARGV;
my $set_child_subreaper = 36;
syscall($prctl + 0, $set_child_subreaper, 1, 0, 0, 0);

open(my $report, '>&=', 3) or die "There is nobody to report to: $!\n";
my $program = fork;
if (!defined $program) {
  print "It cannot be started: $!\n";
  exit 126;
}
if ($program == 0) {
  close $report;
  no warnings 'exec';
  exec { $command[0] } @command;
  print "$command[0]: $!\n";
  exit 126;
}

$SIG{$_} = 'IGNORE' for qw(HUP INT QUIT TERM);
# The output ends when those who write it have ended.
open(STDOUT, '>', '/dev/null');
open(STDERR, '>', '/dev/null');
while ((my $ended = waitpid(-1, 0)) > 0) {
  next if $ended != $program;
  syswrite($report, "$?\n");
  close $report;
}
