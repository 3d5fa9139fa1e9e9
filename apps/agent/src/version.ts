import manifest from '../package.json' with { type: 'json' };

export const agentName = manifest.name;
export const agentVersion: string = manifest.version;
