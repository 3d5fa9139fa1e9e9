import type { NotificationKind } from '@tribehall/contract/shared/notification-kinds';
import {
  CircleCheck,
  CircleX,
  DatabaseBackup,
  Download,
  Eye,
  Flag,
  KeyRound,
  Mail,
  ServerOff,
  ShieldCheck,
  type LucideIcon,
} from 'lucide-react';
import type { IconTone } from '../../components/display/toned-icon.tsx';

export const notificationLooks: Record<NotificationKind, { icon: LucideIcon; tone: IconTone; name: string }> = {
  mail: { icon: Mail, tone: 'info', name: 'Mail to my characters' },
  'server.down': { icon: ServerOff, tone: 'danger', name: 'A server is down' },
  'server.up': { icon: CircleCheck, tone: 'accent', name: 'A server is back' },
  'download.done': { icon: Download, tone: 'accent', name: 'A download is done' },
  'download.failed': { icon: CircleX, tone: 'danger', name: 'A download failed' },
  'role.changed': { icon: ShieldCheck, tone: 'info', name: 'My role changed' },
  'account.security': { icon: KeyRound, tone: 'warning', name: 'My two-step login changed' },
  'report.new': { icon: Flag, tone: 'warning', name: 'A player was reported' },
  'report.answered': { icon: Flag, tone: 'info', name: 'My report was answered' },
  'backup.failed': { icon: DatabaseBackup, tone: 'danger', name: 'A nightly backup failed' },
  'player.joined': { icon: Eye, tone: 'warning', name: 'A watched player joined' },
};
