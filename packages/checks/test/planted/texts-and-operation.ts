import { MACHINE_MADE, type Surroundings } from '@sportello/contract'
import type { Plant, PlantBed } from '../plant-bed.ts'

const block = (check: string, text: string, on: string, type: string, value: unknown, ...path: string[]): Plant => ({
  check,
  text,
  on,
  plant: (bed) => bed.addField({ type, value }).place(...path),
})

/**
 * Returns a test case that changes the parameters of the definition. The forms that use the definition must not
 * override these parameters.
 */
function params(check: string, text: string, on: string, key: string, more: Record<string, unknown>, known: Partial<Surroundings> = {}): Plant {
  return {
    check,
    text,
    on,
    plant(bed: PlantBed) {
      Object.assign(bed.params, more)
      const { forms: _forms, ...rest } = bed.known
      bed.known = { ...rest, ...known }
      return bed.atRoot('form_params', key)
    },
  }
}

const LONG =
  'Ai sensi della normativa vigente in materia di procedimento amministrativo l’istanza presentata successivamente alla scadenza del termine perentorio precedentemente indicato nella comunicazione trasmessa dall’amministrazione competente comporta inderogabilmente l’irricevibilità della documentazione sopravvenuta, fatta salva la dimostrazione dell’impossibilità oggettiva sopravvenuta.'

const form = (more: object = {}) => ({ code: 'a-form', active: true, params: {}, secrets: [], ...more })

export const TEXTS: readonly Plant[] = [
  ...['https://aurora.example/comune-aurora/open/nowhere', 'open/nowhere'].map((link) => ({
    check: 'broken-link',
    text: 'step',
    on: 'comune-aurora',
    plant: (bed: PlantBed) => bed.addField({ type: 'HTML', value: `<p><a href="${link}">Here</a></p>` }).place('value'),
  })),
  block('unknown-variable', 'variable', 'contact', 'HTML_SUMMARY', '<p>Grazie {{ nome_di_nessuno }}</p>', 'value'),
  block('unknown-variable', 'syntax', 'road-damage', 'HTML_SUMMARY', '<p>{% if ticket %}</p>', 'value'),
  params(
    'unknown-variable',
    'mail',
    'complaint',
    'success_email_template',
    { success_email_template: 'thanks' },
    {
      templates: [{ name: 'thanks', lang_code: 'it', variables: ['ticket', 'chi_sa'] }],
    },
  ),
  // The mail about changes of state has variables of its own, and no answers.
  params(
    'unknown-variable',
    'mail',
    'complaint',
    'states_email_template',
    { states_email_template: 'news' },
    {
      templates: [{ name: 'news', lang_code: 'it', variables: ['requests', 'count', 'more', 'ticket', 'chi_sa'] }],
    },
  ),
  block('broken-link', 'step', 'comune-aurora', 'HTML', '<p><a href="/comune-aurora/open/non-esiste">qui</a></p>', 'value'),
  block('broken-link', 'nowhere', 'contact', 'ALERT', { variant: 'info', text: '<a href="#">qui</a>' }, 'value', 'text'),
  block('picture-text', 'picture', 'membership', 'HTML', '<p>Mappa<img src="data:image/png;base64,AA"></p>', 'value'),
  block('hard-to-read', 'text', 'fondo-salute', 'HTML', `<p>${LONG}</p>`, 'value'),
  {
    check: 'missing-translation',
    text: 'field',
    on: 'road-damage',
    plant: (bed) => bed.add({ input_type: 'text' }).place(),
  },
  {
    check: 'missing-translation',
    text: 'text',
    on: 'road-damage',
    plant(bed) {
      const value = '<p>This long text was copied and never translated.</p>'
      const [main, other] = bed.definition.children
      if (main) bed.addField({ id: 'long-text', type: 'HTML', value }, main)
      return bed.addField({ id: 'long-text-2', twin_of: 'long-text', type: 'HTML', value }, other).place()
    },
  },
  ...(['stale', 'machine'] as const).map(
    (text): Plant => ({
      check: 'missing-translation',
      text,
      on: 'comune-aurora',
      plant: (bed) => {
        const [, other] = bed.definition.children
        const [step] = other?.children ?? []
        if (step) step.translated_from = { tag_description: text === 'stale' ? 'Earlier title' : MACHINE_MADE }
        return { step: step?.id ?? '', path: [] }
      },
    }),
  ),
  ...(['fixed', 'forbidden'] as const).map(
    (text): Plant => ({
      check: 'glossary',
      text,
      on: 'comune-aurora',
      plant: (bed) => {
        const [main, other] = bed.definition.children
        const [step] = main?.children ?? []
        const twin = other?.children.find(({ twin_of }) => twin_of === step?.id)
        if (!step || !twin) throw new Error('comune-aurora has no translated step')
        const rare = 'Zafferano'
        step.tag_description = `${rare} ${step.tag_description}`
        twin.tag_description = text === 'fixed' ? twin.tag_description : `Curry ${twin.tag_description}`
        const language = other?.params?.[0]?.lang_code ?? ''
        bed.definition.glossary = [{ term: rare, words: { [language]: text === 'fixed' ? { fixed: 'Saffron' } : { forbidden: ['Curry'] } } }]
        return { step: twin.id ?? '', path: [] }
      },
    }),
  ),
  {
    check: 'missing-translation',
    text: 'step',
    on: 'comune-aurora',
    plant: (bed) => {
      const [main, other] = bed.definition.children
      const removed = other?.children.pop()
      return { step: main?.children.find(({ id }) => id === removed?.twin_of)?.id ?? '', path: [] }
    },
  },
]

export const OPERATION: readonly Plant[] = [
  params('access', 'sso', 'contact', 'sso_secret_aes', { auth_type: ['SSO'] }),
  params('access', 'token', 'complaint', 'auth_type', { auth_type: ['TOKEN_LOGIN'] }),
  params('access', 'accounts', 'membership', 'auth_type', { auth_type: ['LOGIN'] }, { forms: [form({ accounts: 0 })] }),
  {
    check: 'access',
    text: 'tokens',
    on: 'complaint',
    plant(bed) {
      bed.params.auth_type = ['TOKEN_LOGIN']
      bed.known = { ...bed.known, forms: [form({ tokens: 0 })] }
      // One login for each language.
      for (const branch of bed.definition.children) bed.addField({ type: 'TOKEN_LOGIN', value: { fields: [] } }, branch)
      return bed.atRoot('form_params', 'auth_type')
    },
  },
  {
    check: 'access',
    text: 'token',
    on: 'circolo-faro',
    plant(bed) {
      bed.params.auth_type = ['TOKEN_LOGIN']
      const [first, second, ...others] = bed.definition.children
      for (const branch of [first, ...others]) if (branch) bed.addField({ type: 'TOKEN_LOGIN', value: { fields: [] } }, branch)
      return { step: second?.id ?? '', path: [] }
    },
  },
  {
    check: 'access',
    text: 'autoresponder',
    on: 'contact',
    plant(bed) {
      bed.params.auth_type = ['AUTORESPONDER']
      const step = bed.lastStep()
      step.opens_ticket = true
      return { step: step.id ?? '', path: ['opens_ticket'] }
    },
  },
  {
    check: 'access',
    text: 'mapping',
    on: 'complaint',
    plant(bed) {
      for (const { form_fields: fields } of bed.steps()) for (const field of fields) Object.assign(field, { mapping: undefined })
      bed.params.auth_type = ['SSO']
      bed.known = { ...bed.known, secrets: ['sso_secret_aes'] }
      return bed.atRoot('form_params', 'auth_type')
    },
  },
  {
    check: 'access',
    text: 'survey',
    on: 'satisfaction-survey',
    plant(bed) {
      const step = bed.lastStep()
      step.opens_ticket = true
      return { step: step.id ?? '', path: ['opens_ticket'] }
    },
  },
  params('access', 'captcha', 'road-damage', 'recaptcha_secret', { recaptcha_public_key: 'public' }),
  params('access', 'none', 'appointment', 'auth_type', { auth_type: [] }),
  params('mail-template', 'missing', 'reimbursement', 'validation_email_template', { validation_email_template: 'gone' }, { templates: [] }),
  params('captcha', 'none', 'biblioteca-lume', 'captcha', { auth_type: ['FREE'] }),
  params('retention', 'never', 'comune-aurora', 'retention', { retention: undefined }, { retentionDays: null }),
  {
    check: 'brand-contrast',
    text: 'color',
    on: 'contact',
    plant: (bed) => {
      bed.known = { ...bed.known, forms: [form({ color: '#ffee00' })] }
      return bed.atRoot()
    },
  },
]
