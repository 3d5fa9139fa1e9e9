import { agentVersion } from '../version.ts';

export const helpText = `tribehall-agent ${agentVersion}
Runs beside ARK dedicated servers and links them to a Tribehall portal.

Usage:
  tribehall-agent [run] [--config FILE] [--portal URL] [--quiet]
                                                         look after the servers of the configuration
  tribehall-agent check [--config FILE] [--portal URL]   try everything and say what to fix
  tribehall-agent read FILE [--json]                     show what is in a save, profile or tribe of either game
  tribehall-agent add --portal URL --token TOKEN --game asa|ase [options]
                                                         add a server to the configuration, or change it
Options of "add":
  --name NAME            how the server is called in the agent's log
  --folder PATH          the game's ShooterGame/Saved folder: log, chat, profiles, bans, RCON settings
  --rcon HOST:PORT       where RCON listens; without it, RCONPort of GameUserSettings.ini
  --password-file FILE   a file with the admin password
  --password TEXT        the admin password; without both, ServerAdminPassword of GameUserSettings.ini

Common options:
  --config FILE          without it ./tribehall-agent.json, then config.json in the user's settings folder
  --portal URL           in place of the portal in the configuration
  --quiet                on the console only what is wrong, and codes; the log file has everything
  --help, --version
`;
