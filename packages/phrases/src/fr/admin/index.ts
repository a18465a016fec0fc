import { settings } from './settings.ts'
import { shell } from './shell.ts'

export const admin = { ...shell, ...settings }
