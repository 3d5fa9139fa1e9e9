import { isAdmin } from '@tribehall/contract/roles';

type Candidate = {
  roles: readonly number[];
  ark: { controlledServers: readonly string[]; linkedPlayers: readonly { isAdmin: boolean }[] };
};

/** Whether a user has anything to moderate. The portal has the last word. */
export function mayModerate({ roles, ark }: Candidate): boolean {
  return isAdmin(roles) || ark.controlledServers.length > 0 || ark.linkedPlayers.some((linked) => linked.isAdmin);
}
