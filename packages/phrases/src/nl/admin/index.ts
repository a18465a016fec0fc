import { audit } from './audit.ts'
import { log } from './log.ts'
import { operators } from './operators.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'

export const admin = { ...shell, ...settings, ...log, ...audit, ...operators }
