import { Title } from '@mantine/core';
import { Map, MessageSquare, Music, Users, type LucideIcon } from 'lucide-react';
import classes from './landing.module.css';

type Offer = { icon: LucideIcon; title: string; text: string };

const offers: Offer[] = [
  {
    icon: Users,
    title: 'Who is online',
    text: 'Everyone on every server, by player and by survivor.',
  },
  { icon: MessageSquare, title: 'One chat', text: 'Talk across servers, from the game, the browser or Discord.' },
  {
    icon: Map,
    title: 'Your base on the map',
    text: 'Your structures from the world save, and the log of your tribe.',
  },
  { icon: Music, title: 'Music in voice', text: 'Send songs to the bot in our Discord, or download them.' },
];

/** What an account is good for. */
export function LandingOffers() {
  return (
    <section aria-labelledby="offers">
      <Title order={2} id="offers" mb="sm">
        What you can do here
      </Title>
      <ul className={classes.offers}>
        {offers.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Icon size={20} aria-hidden />
            <div>
              <h3 className={classes.offer}>{title}</h3>
              <p className={classes.note}>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
