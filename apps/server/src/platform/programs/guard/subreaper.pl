# Starts a program and becomes the subreaper of its descendants: a process that loses its parent becomes a child of
# this one, so even a daemon can be found and ended. Writes the program's wait status to descriptor 3 when the program
# has ended, and exits when all descendants have.
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
# The pipe must close when its writers have ended, even while this process still waits for others.
open(STDOUT, '>', '/dev/null');
open(STDERR, '>', '/dev/null');
while ((my $ended = waitpid(-1, 0)) > 0) {
  next if $ended != $program;
  syswrite($report, "$?\n");
  close $report;
}
