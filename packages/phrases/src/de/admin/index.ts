import { deployment } from './deployment.ts'
import { requests } from './requests.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'

export const admin = { ...shell, ...settings, ...requests, ...deployment }
