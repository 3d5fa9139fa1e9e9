import { defineModule } from '../../module.ts';
import { moderatorRights } from './moderators.policy.ts';

/** Who may moderate which servers. */
export const moderatorsModule = defineModule({
  name: 'moderators',
  rights: moderatorRights,
});
