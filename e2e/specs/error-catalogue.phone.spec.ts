import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../fixtures/accessibility.ts'
import type { Deployment } from '../fixtures/deployment.ts'
import { enterBySso } from '../fixtures/entry-routes.ts'
import { answerWithError, BASE, changeSend, messageOf, shortForm } from '../fixtures/error-answers.ts'
import { type Buttons, field, SEND, sentBefore } from '../fixtures/errors-after-send.ts'
import { test as base, expect } from '../fixtures/test.ts'
import { hydrated } from '../fixtures/visitor.ts'

/**
 * Returns the bundle of a form whose sessions start on the fund's own website. It is used to test the error codes that
 * concern sessions.
 */
const sessionForm = (form: string, params: object = {}) => {
  const { definitions, forms } = shortForm(form, {
    params: { auth_type: ['DATACOLLECTION', 'SSO'], sso_secret_aes: 'known to the fund and to its form', ...params },
  })
  return { definitions, forms: forms.map((each) => ({ ...each, mappings: [{ client: form }] })) }
}
/** Lifetime of a visit in seconds. It is long enough to open the form's page, also on a busy machine. */
const SESSION_S = 10
const PERSON = { email: 'anna.neri@example.org', nome: 'Anna', cognome: 'Neri' }

/**
 * The forms for all tests of error codes, imported together. Each form is named after the error code that it is used
 * for.
 */
const FORMS = [
  ...SEND.map(({ code, params_of_form, file }) => shortForm(code, { ...(params_of_form && { params: params_of_form }), ...(file && { file }) })),
  sessionForm('altro'),
  shortForm('forms0041'),
  sessionForm('forms0027'),
  sessionForm('forms0005', { token_expiration: SESSION_S }),
  shortForm('forms0013', { params: { captcha: true } }),
  shortForm('low'),
  shortForm('parse'),
]

const test = base.extend<object, { catalogue: Deployment }>({
  catalogue: [
    async ({ deployment }, use) => {
      await deployment.importBundle({ definitions: FORMS.flatMap(({ definitions }) => definitions), forms: FORMS.flatMap(({ forms }) => forms) })
      await use(deployment)
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

/**
 * Opens the form and answers its question. Waits for hydration first: a page that is opened again restores the kept
 * answer then, and a restored answer between the tool's two commands "select" and "insert text" would stay before the
 * inserted text.
 */
async function fills(page: Page, deployment: Deployment, form: string): Promise<void> {
  await page.goto(`${deployment.url}/${form}/open/rimborso`)
  await hydrated(page)
  const reason = page.getByLabel('Motivo', { exact: true })
  await reason.fill('Visita oculistica')
  await expect(reason).toHaveValue('Visita oculistica')
}

const sends = (page: Page) => page.getByRole('button', { name: 'Invia Richiesta', exact: true }).click()
const attention = (page: Page) => page.getByRole('dialog', { name: 'Attenzione!', exact: true })

const BUTTONS: Readonly<Record<Buttons, readonly string[]>> = {
  reload: ['Chiudi', 'Ricarica il modulo'],
  retry: ['Chiudi', 'Riprova'],
  none: [],
  leave: ['OK'],
}

/** Expects the error dialog with the given message and buttons. A click beside the dialog must not close it. */
async function expectsDialog(page: Page, message: string, buttons: Buttons): Promise<void> {
  const dialog = attention(page)
  await expect(dialog.getByText(message, { exact: true })).toBeVisible()
  await expect(dialog.getByRole('button')).toHaveText([...BUTTONS[buttons]])
  await page.mouse.click(4, 4)
  await expect(dialog).toBeVisible()
}

test.describe('the form’s page reports a submission that the server rejects', () => {
  test.beforeEach(({ expectConsoleError }) => expectConsoleError(/status of \d{3}/))

  for (const row of SEND) {
    const { code, params = [], buttons, why } = row
    test(`shows the message of ${code} and keeps the visitor’s input: ${why}`, async ({ page, catalogue: deployment }) => {
      const form = code
      const message = row.message ?? messageOf(code, params)
      await fills(page, deployment, form)
      const keys: (string | undefined)[] = []
      page.on(
        'request',
        (request) => request.method() === 'POST' && request.url().endsWith(`/forms/${form}`) && keys.push(request.headers()['idempotency-key']),
      )
      if (row.real) await row.real({ page, deployment, form })
      else await answerWithError(page, `**${BASE}/forms/${form}`, 'POST', { code, params }, 2)
      keys.length = 0
      await sends(page)
      await expectsDialog(page, message, buttons)
      if (buttons === 'none') {
        await page.keyboard.press('Escape')
        await expect(attention(page)).toBeVisible()
        return expect(page.locator('input').filter({ visible: true }).first()).toHaveValue('Visita oculistica')
      }
      await attention(page).getByRole('button', { name: 'Chiudi' }).click()
      await expect(attention(page)).toBeHidden()
      await expect(page.getByLabel('Motivo', { exact: true })).toHaveValue('Visita oculistica')

      await sends(page)
      await expectsDialog(page, message, buttons)
      if (buttons === 'retry') {
        if (row.gone) await deployment.importBundle(shortForm(form))
        await attention(page).getByRole('button', { name: 'Riprova' }).click()
        await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'EC-' })).toBeVisible()
        return expect(new Set(keys).size, 'each try is the same request').toBe(1)
      }
      await Promise.all([page.waitForEvent('load'), attention(page).getByRole('button', { name: 'Ricarica il modulo' }).click()])
      await expect(page.getByLabel('Motivo', { exact: true })).toHaveValue('Visita oculistica')
    })
  }

  test('forms0041 (the session belongs to another form) leads the visitor to the page "unauthorized"', async ({ page, catalogue: deployment }) => {
    const [form, other] = ['forms0041', 'altro']
    await enterBySso(page, deployment.url, other, { ...PERSON, client: other })
    const cookie = (await page.context().cookies()).find(({ name }) => name === `otp_${other}`)
    const code = Buffer.from(decodeURIComponent(cookie?.value ?? ''), 'base64').toString()
    await fills(page, deployment, form)
    await changeSend(page, form, field('otp_code', code))
    await sends(page)
    await expectsDialog(page, messageOf('forms0041'), 'leave')
    await page.keyboard.press('Escape')
    await attention(page).getByRole('button', { name: 'OK', exact: true }).click()
    await expect(page).toHaveURL(`${deployment.url}/unauthorized`)
    await expect(page.getByText('Accesso non autorizzato.')).toBeVisible()
  })

  for (const [code, why] of [
    ['forms0027', 'the same visit was used on another page meanwhile'],
    ['forms0005', 'the visit lasted longer than it may'],
  ] as const) {
    test(`shows the message of the session error ${code} and keeps the visitor’s input: ${why}`, async ({
      page,
      catalogue: deployment,
      expectConsoleError,
    }) => {
      expectConsoleError(/status of 40\d/)
      const form = code
      await enterBySso(page, deployment.url, form, { ...PERSON, client: form })
      const entered = Date.now()
      await fills(page, deployment, form)
      const sendsAsAnna = async (where: Page) => {
        await sends(where)
        await where.getByRole('dialog').getByRole('button', { name: 'Invia', exact: true }).click()
      }
      if (code === 'forms0027') {
        const second = await page.context().newPage()
        await fills(second, deployment, form)
        await sendsAsAnna(second)
        await expect(second.getByRole('main').getByRole('status').filter({ hasText: 'EC-' })).toBeVisible()
        await second.close()
      } else await expect.poll(() => Date.now() - entered, { timeout: 2 * SESSION_S * 1_000 }).toBeGreaterThan(SESSION_S * 1_000)
      await sendsAsAnna(page)
      await expectsDialog(page, messageOf(code, ['1']), 'reload')
      await attention(page).getByRole('button', { name: 'Chiudi' }).click()
      await expect(page.getByLabel('Motivo', { exact: true })).toHaveValue('Visita oculistica')
    })
  }

  test('requires a captcha after forms0013, again after forms0030 (wrong solution), and then submits without another click', async ({
    page,
    catalogue: deployment,
  }) => {
    const form = 'forms0013'
    await fills(page, deployment, form)
    await sentBefore({ page, deployment, form })
    let spoiled = 0
    await changeSend(page, form, (parts) => {
      if (parts.fields.captcha_resolved === undefined || spoiled++ > 0) return parts
      return field('captcha_resolved', 'invented')(parts)
    })
    await sends(page)
    const dialog = page.getByRole('dialog', { name: 'Un’ultima verifica', exact: true })
    await expect(dialog).toBeVisible()
    await expect(dialog.getByText(messageOf('forms0030'))).toBeHidden()
    await dialog.getByRole('checkbox').click()
    await expect(dialog.getByRole('alert').filter({ hasText: messageOf('forms0030') })).toBeVisible()
    await dialog.getByRole('checkbox').click()
    await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'EC-' })).toBeVisible()
    expect(spoiled).toBe(2)
  })

  test('shows an error of low severity as a short notice instead of a dialog, and keeps the visitor’s input', async ({ page, catalogue: deployment }) => {
    const form = 'low'
    await fills(page, deployment, form)
    await answerWithError(page, `**${BASE}/forms/${form}`, 'POST', { code: 'forms0007', severity: 'low' })
    await sends(page)
    await expect(page.getByText('La richiesta non è andata a buon fine. Riprova più tardi.')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByLabel('Motivo', { exact: true })).toHaveValue('Visita oculistica')
    await sends(page)
    await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'EC-' })).toBeVisible()
  })

  for (const [what, answer] of [
    ['the error page of a proxy', { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }],
    ['a truncated body', { status: 200, contentType: 'application/json', body: '{"success": tr' }],
    ['JSON of another format', { status: 500, contentType: 'application/json', body: '{"error":"x"}' }],
    ['an empty body', { status: 504, body: '' }],
  ] as const) {
    test(`reports that the service is unavailable and offers a retry if the server’s response is ${what}`, async ({ page, catalogue: deployment }) => {
      const form = 'parse'
      await fills(page, deployment, form)
      await page.route(`**${BASE}/forms/${form}`, (route) => (route.request().method() === 'POST' ? route.fulfill(answer) : route.fallback()), { times: 1 })
      await sends(page)
      await expectsDialog(page, 'Il servizio è temporaneamente non disponibile.', 'retry')
      await attention(page).getByRole('button', { name: 'Riprova' }).click()
      await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'EC-' })).toBeVisible()
    })
  }

  for (const redirect of ['//evil.invalid/', 'https://evil.invalid/', 'javascript:alert(1)', '/\\evil.invalid']) {
    test(`ignores a redirect to another website: ${redirect}`, async ({ page, catalogue: deployment }) => {
      const form = 'parse'
      await fills(page, deployment, form)
      const errors = [{ severity: 'high', data: { code: 'forms0023', params: [], message: 'Altrove', redirect } }]
      await page.route(`**${BASE}/forms/${form}`, (route) => route.fulfill({ status: 409, json: { success: false, data: null, errors } }), { times: 1 })
      await sends(page)
      await expectsDialog(page, 'Altrove', 'reload')
    })
  }
})

/** Opens one error dialog of each kind, in two languages. */
for (const { locale, language, title, buttons } of [
  { locale: 'it-IT', language: 'it', title: 'Attenzione!', buttons: BUTTONS },
  {
    locale: 'de-DE',
    language: 'de',
    title: 'Achtung!',
    buttons: { reload: ['Schließen', 'Formular neu laden'], retry: ['Schließen', 'Wiederholen'], none: [], leave: ['OK'] },
  },
] as const) {
  test.describe(`error dialogs are accessible in ${locale}`, () => {
    test.use({ locale })

    test('each kind of error dialog is in the page’s language and has no accessibility violations', async ({ page, deployment, expectConsoleError }) => {
      expectConsoleError(/status of \d{3}|ERR_FAILED/)
      const form = `kinds-${language}`
      const { definitions, forms } = shortForm(form)
      const [root] = definitions
      const inLanguage = { code_tag: language, tag_description: language, tag_type: 'FORM_LANG', params: [{ params_type: 'FORM_LANG', lang_code: language }] }
      await deployment.importBundle({ definitions: [{ ...root, children: [{ ...inLanguage, children: root?.children }] }], forms })
      for (const [kind, code, params] of [
        ['reload', 'forms0024', ['5', '24']],
        ['retry', 'forms0002', []],
        ['leave', 'forms0041', []],
        ['none', 'forms0022', []],
      ] as const) {
        await fills(page, deployment, form)
        await answerWithError(page, `**${BASE}/forms/${form}`, 'POST', { code, params, locale: language })
        await page.getByRole('button', { name: language === 'it' ? 'Invia Richiesta' : 'Anfrage senden', exact: true }).click()
        const dialog = page.getByRole('dialog', { name: title, exact: true })
        await expect(dialog.getByText(messageOf(code, params, language), { exact: true })).toBeVisible()
        await expect(dialog.getByRole('button')).toHaveText([...buttons[kind]])
        expect(await accessibilityViolations(page), kind).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), kind).toBeLessThanOrEqual(0)
      }
    })
  })
}
