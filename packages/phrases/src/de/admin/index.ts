import { assets } from './assets.ts'
import { audit } from './audit.ts'
import { deliveries } from './deliveries.ts'
import { deployment } from './deployment.ts'
import { desk } from './desk.ts'
import { forms } from './forms.ts'
import { home } from './home.ts'
import { impact } from './impact.ts'
import { log } from './log.ts'
import { operators } from './operators.ts'
import { ownPassword } from './own-password.ts'
import { ownSessions } from './own-sessions.ts'
import { people } from './people.ts'
import { requests } from './requests.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { templates } from './templates.ts'
import { visits } from './visits.ts'
import { workspace } from './workspace.ts'

export const admin = {
  ...shell,
  ...audit,
  ...deliveries,
  ...deployment,
  ...forms,
  ...home,
  ...log,
  ...operators,
  ...requests,
  ...desk,
  ...settings,
  ...templates,
  ...impact,
  ...visits,
  ...workspace,
  ...people,
  ...signIn,
  ...assets,
  ...ownPassword,
  ...ownSessions,
}
