import { benchAnalytics } from './analytics.ts'
import { benchBacklog } from './backlog.ts'
import { benchChecks } from './checks.ts'
import { benchDesk } from './desk.ts'
import { benchEditor } from './editor.ts'
import { benchFocusable } from './focusable.ts'
import { benchGrowth } from './growth.ts'
import { benchKeystroke } from './keystroke.ts'
import { benchLargeForms } from './large-forms.ts'
import { benchLimits } from './limits.ts'
import { benchLogins } from './logins.ts'
import { benchManyRequests } from './many-requests.ts'
import { benchMessages } from './messages.ts'
import { benchPages } from './pages.ts'
import { benchProcesses } from './processes.ts'
import { benchRaces } from './races.ts'
import { benchSavedDrafts } from './saved-drafts.ts'
import { benchSubmit } from './submit.ts'
import { benchTranslations } from './translations.ts'
import { benchVisits } from './visits.ts'
import { benchWeight } from './weight.ts'

const benches: Record<string, () => Promise<void>> = {
  submit: benchSubmit,
  weight: benchWeight,
  focusable: benchFocusable,
  pages: benchPages,
  keystroke: benchKeystroke,
  logins: benchLogins,
  messages: benchMessages,
  races: benchRaces,
  growth: benchGrowth,
  requests: benchManyRequests,
  forms: benchLargeForms,
  backlog: benchBacklog,
  limits: benchLimits,
  editor: benchEditor,
  checks: benchChecks,
  translations: benchTranslations,
  processes: benchProcesses,
  visits: benchVisits,
  'saved-drafts': benchSavedDrafts,
  analytics: benchAnalytics,
  desk: benchDesk,
}

const [name] = process.argv.slice(2)
const chosen = name === undefined ? Object.values(benches) : [benches[name]]
for (const bench of chosen) {
  if (!bench) {
    console.error(`Usage: npm run bench [${Object.keys(benches).join(' | ')}]`)
    process.exit(1)
  }
  await bench()
}
