import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { PlainText } from '../../../components/display/plain-text.tsx';
import { CopyField } from '../../../components/forms/copy-field.tsx';
import { useConnection } from '../../../lib/api/use-connection.ts';
import { useUpdateAgent } from '../servers.mutations.ts';
import { agentQuery, type Server } from '../servers.queries.ts';
import { splitVersion } from './agent-version.ts';
import { findProblems, type Problem, type ServerSave } from './problems.ts';
import classes from './server-problems.module.css';

type Props = { server: Server; save: ServerSave; isServerAdmin: boolean; isPortalAdmin: boolean };

/** What is wrong, and what to do about it; nothing where all is well, or where nothing can be known. */
export function ServerProblems({ server, save, isServerAdmin, isPortalAdmin }: Props) {
  const { data: offered } = useQuery({ ...agentQuery(), enabled: server.agent !== null });
  const isKnown = useConnection() === 'connected';
  const problems = isKnown ? findProblems({ server, save, offered, isServerAdmin, isPortalAdmin }) : [];
  if (problems.length === 0) return null;
  return (
    <section aria-label="Problems" className={classes.problems}>
      {problems.map((problem) => (
        <ProblemCard key={problem.id} serverId={server.id} problem={problem} />
      ))}
    </section>
  );
}

function ProblemCard({ serverId, problem }: { serverId: string; problem: Problem }) {
  const { isSevere, title, cause, fix, command, canUpdateAgent } = problem;
  const Icon = isSevere ? CircleAlert : TriangleAlert;
  return (
    <div className={classes.problem} data-severe={isSevere} role="status">
      <Icon size={18} className={classes.icon} aria-hidden />
      <div className={classes.body}>
        <p className={classes.title}>
          <PlainText text={title} />
        </p>
        {cause ? (
          <p>
            <PlainText text={cause} />
          </p>
        ) : null}
        <p className={classes.fix}>{fix}</p>
        {command === undefined ? null : <CopyField label={command.label} value={command.line} />}
        {canUpdateAgent ? <AgentUpdateButton serverId={serverId} /> : null}
      </div>
    </div>
  );
}

function AgentUpdateButton({ serverId }: { serverId: string }) {
  const { mutate, isPending, data } = useUpdateAgent(serverId);
  if (data) return <p>Agent {splitVersion(data.version).version} is installed and connects in a moment.</p>;
  return (
    <Button size="xs" mt="xs" loading={isPending} onClick={() => mutate()}>
      Update agent
    </Button>
  );
}
