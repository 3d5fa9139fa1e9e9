import * as z from 'zod';
import { webAddress, type Settings } from './setting.ts';

export const storageSettings = {
  FILES_S3_ENDPOINT: {
    schema: webAddress.optional(),
    unset: 'files and songs in folders',
    about:
      'Address of an S3-compatible store for files and songs, instead of FILES_DIR and MUSIC_DIR; docs/operations.md, "Object storage".',
  },
  FILES_S3_BUCKET: {
    schema: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,62}$/, 'must be the name of a bucket')
      .optional(),
    unset: 'none',
    about: 'Bucket for files and songs. It must exist.',
  },
  FILES_S3_PREFIX: {
    schema: z
      .string()
      .regex(/^(?:[\w.-]{1,64}\/){1,8}$/, 'must be names that each end with a slash')
      .default(''),
    unset: 'none',
    about:
      'Folder in the bucket, with a slash at its end: `tribehall/`. One portal, or portals that serve together, per folder.',
  },
  FILES_S3_REGION: {
    schema: z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/, 'must be the name of a region')
      .default('us-east-1'),
    unset: 'us-east-1',
    about: 'Region of the bucket.',
  },
  FILES_S3_ACCESS_KEY: { schema: z.string().optional(), unset: 'none', about: 'Access key of the store.' },
  FILES_S3_SECRET_KEY: { schema: z.string().optional(), unset: 'none', about: 'Secret of the access key.' },
} as const satisfies Settings;
