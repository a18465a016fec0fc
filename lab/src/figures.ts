import type { Figure } from './figure.ts'
import { backups } from './figures/backups.ts'
import { codeGuessing } from './figures/code-guessing.ts'
import { convergence } from './figures/convergence.ts'
import { databaseKills } from './figures/database-kills.ts'
import { debianPackage } from './figures/debian-package.ts'
import { draftKills } from './figures/draft-kills.ts'
import { duplicateSends } from './figures/duplicate-sends.ts'
import { exactLimit } from './figures/exact-limit.ts'
import { failover } from './figures/failover.ts'
import { fullDisk } from './figures/full-disk.ts'
import { hostileBodies, hostileRequests } from './figures/hostile.ts'
import { hostileMinutes } from './figures/hostile-minutes.ts'
import { mails } from './figures/mails.ts'
import { manyProcesses } from './figures/many-processes.ts'
import { memoryPressure } from './figures/memory-pressure.ts'
import { messageKills } from './figures/message-kills.ts'
import { objectStore } from './figures/object-store.ts'
import { oneWinner } from './figures/one-winner.ts'
import { pointInTime } from './figures/point-in-time.ts'
import { processKills } from './figures/process-kills.ts'
import { rollingRestarts } from './figures/rolling-restarts.ts'
import { savedDraftKills } from './figures/saved-draft-kills.ts'
import { skewedClock } from './figures/skewed-clock.ts'
import { slowSockets } from './figures/slow-sockets.ts'
import { soak } from './figures/soak.ts'
import { tabKills } from './figures/tab-kills.ts'
import {
  alteredMessages,
  enumeration,
  evilPatterns,
  forgedRequests,
  malware,
  markup,
  plantedSecrets,
  requirements,
  sabotages,
  tenants,
} from './figures/test-figures.ts'
import { tickets } from './figures/tickets.ts'
import { versionBefore } from './figures/version-before.ts'

/**
 * All measurements of the reliability lab (fault-injection tests), in the order in which the lab runs them.
 * Measurements with a goal come first.
 */
export const FIGURES: readonly Figure[] = [
  processKills,
  databaseKills,
  draftKills,
  savedDraftKills,
  messageKills,
  tabKills,
  convergence,
  oneWinner,
  exactLimit,
  duplicateSends,
  tickets,
  mails,
  tenants,
  hostileRequests,
  hostileBodies,
  markup,
  evilPatterns,
  enumeration,
  codeGuessing,
  malware,
  forgedRequests,
  alteredMessages,
  slowSockets,
  fullDisk,
  skewedClock,
  plantedSecrets,
  requirements,
  sabotages,
  soak,
  rollingRestarts,
  manyProcesses,
  debianPackage,
  pointInTime,
  failover,
  objectStore,
  memoryPressure,
  hostileMinutes,
  versionBefore,
  backups,
]
