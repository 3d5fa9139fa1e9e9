import { defineModule } from '../../module.ts';
import { readHome } from './home.service.ts';

/** What concerns a user who comes back. */
export const homeModule = defineModule({
  name: 'home',
  routes(mount) {
    mount('GET /home', ({ ctx, caller }) => readHome(ctx, caller));
  },
});
