import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../fixtures/accessibility.ts'
import { captchaForm, de, it, startGoogle } from '../fixtures/captcha.ts'
import { holdRequests } from '../fixtures/hold-requests.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Visitor } from '../fixtures/visitor.ts'

const fresh = (name: string) => `${name}-${randomUUID().slice(0, 8)}`

async function expectNoViolations(page: Page): Promise<void> {
  expect(await accessibilityViolations(page)).toEqual([])
}

const REFUSED = {
  success: false,
  data: null,
  errors: [{ severity: 'medium', data: { code: 'forms0030', params: [], message: 'La verifica non è riuscita. Riprova.' } }],
}

/**
 * Observes the page's web workers.
 * @returns a function that returns whether a worker is solving a captcha
 */
function watchSolvers(page: Page): () => boolean {
  let atWork = 0
  page.on('worker', (worker) => {
    atWork += 1
    worker.once('close', () => {
      atWork -= 1
    })
  })
  return () => atWork > 0
}

/** Opens the last step of a form and answers the question in it. */
async function fills(visitor: Visitor, form: string): Promise<void> {
  await visitor.opens(`/${form}/open/rimborso`)
  await visitor.field('Motivo').fill('Visita oculistica')
}

for (const [locale, captcha] of [
  ['it-IT', it],
  ['de-DE', de],
] as const) {
  test.describe(`the captcha works in ${locale}`, () => {
    test.use({ locale })

    test('a visitor reports lost keys, solves the captcha and gets a ticket immediately', async ({ page, visitor, deployment, address }) => {
      const { words } = visitor
      await visitor.opens('/aurora-smarriti')
      await visitor.option(captcha.option).click()
      await visitor.field(captcha.fields[0]).selectOption('chiavi')
      await visitor.field(captcha.fields[1]).fill('Tre chiavi, un nastro rosso')
      await visitor.button(captcha.send).click()
      await visitor.confirmsAnswers()

      const asking = visitor.dialog(captcha.title)
      const [first, second] = [asking.getByLabel(words.email, { exact: true }), asking.getByLabel(words.emailAgain, { exact: true })]
      const [box, send] = [asking.getByRole('checkbox', { name: captcha.box }), asking.getByRole('button', { name: words.submit, exact: true })]
      await expect(first).toBeFocused()
      await expect(send).toBeDisabled()
      await expectNoViolations(page)

      // From here on, the visitor uses only the keyboard. Pasting into the field is blocked, and the page shows a
      // message about this.
      await page.keyboard.type(address)
      await page.keyboard.press('Control+A')
      await page.keyboard.press('Control+C')
      await page.keyboard.press('Tab')
      await expect(second).toBeFocused()
      await page.keyboard.press('Control+V')
      await expect(second).toHaveValue('')
      await expect(asking.getByText(captcha.noPasting)).toBeVisible()
      await page.keyboard.type(address)
      await expect(send).toBeDisabled()
      await page.keyboard.press('Tab')
      await expect(box).toBeFocused()
      await page.keyboard.press('Space')
      await expect(asking.getByText(captcha.passed)).toBeVisible()
      await expect(box).toBeChecked()
      await expect(box).toHaveAccessibleDescription(captcha.passed)
      await expectNoViolations(page)
      await visitor.tabsTo(send, 3)
      await page.keyboard.press('Enter')

      await expect(visitor.main.getByRole('status').filter({ hasText: 'OS-' })).toBeVisible()
      const mail = await deployment.mailbox.receive(address, /OS-/)
      expect(mail.html, 'no link is left to open').not.toContain('/validation?')
      expect(deployment.mailbox.mailsTo(address)).toHaveLength(1)
    })
  })
}

test('a form that always requires a captcha shows the captcha above the submit button, and an error if it is not solved', async ({
  page,
  visitor,
  deployment,
  address,
}) => {
  const form = fresh('sempre')
  await deployment.importBundle(captchaForm(form, ['FREE'], { always_captcha: true }))
  const sends = visitor.watchesSends()
  await fills(visitor, form)
  const box = visitor.main.getByRole('checkbox', { name: it.box })
  await visitor.button(it.send).click()
  await expect(box).toBeFocused()
  await expect(box).toHaveAccessibleDescription(it.required)
  await expectNoViolations(page)
  expect(sends).toHaveLength(0)
  await page.keyboard.press('Space')
  await expect(visitor.main.getByText(it.passed)).toBeVisible()
  await visitor.button(it.send).click()
  await visitor.givesAddress(address)
  await expect(visitor.dialog(visitor.words.confirmAddress)).toBeVisible()
  expect(sends).toHaveLength(1)
})

test('if the visitor submits before the captcha is loaded, the captcha gets the focus once it is loaded', async ({ page, visitor, deployment }) => {
  const form = fresh('lento')
  await deployment.importBundle(captchaForm(form, ['FREE'], { always_captcha: true }))
  let arrives = () => {}
  const held = new Promise<void>((resolve) => {
    arrives = resolve
  })
  await page.route(/captcha-check/, async (route) => {
    await held
    await route.continue()
  })
  await fills(visitor, form)
  await visitor.button(it.send).click()
  await expect(visitor.main.getByRole('checkbox')).toHaveCount(0)
  arrives()
  const box = visitor.main.getByRole('checkbox', { name: it.box })
  await expect(box).toBeFocused()
  await expect(box).toHaveAccessibleDescription(it.required)
})

test('the server requires a captcha for a second submission, which continues once the captcha is solved', async ({
  page,
  visitor,
  deployment,
  address,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 422/)
  const form = fresh('seconda')
  await deployment.importBundle(captchaForm(form, ['FREE'], { captcha: true }))
  for (const [round, to] of [address, `due-${address}`].entries()) {
    await fills(visitor, form)
    await expect(visitor.main.getByRole('checkbox')).toHaveCount(0)
    const sends = visitor.watchesSends()
    await visitor.button(it.send).click()
    await visitor.givesAddress(to)
    if (round === 1) {
      const dialog = visitor.dialog('Un’ultima verifica')
      const box = dialog.getByRole('checkbox', { name: it.box })
      await expect(box).toBeFocused()
      await expectNoViolations(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await visitor.button(it.send).click()
      await visitor.givesAddress(to)
      await expect(box).toBeFocused()
      await page.keyboard.press('Space')
    }
    await visitor.dialog(visitor.words.confirmAddress).getByRole('button', { name: 'OK', exact: true }).click()
    await expect(visitor.main.getByRole('status').filter({ hasText: 'K-' })).toBeVisible()
    const keys = await Promise.all(sends.slice(-2).map((send) => send.headerValue('idempotency-key')))
    expect(new Set(keys).size, 'the try with the captcha is the same request').toBe(1)
    expect(deployment.mailbox.mailsTo(to).length).toBeLessThan(2)
  }
})

test('the browser renews a captcha solution before it expires, and the visitor must solve the captcha again if the server rejects the solution', async ({
  page,
  visitor,
  deployment,
  address,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 422/)
  const form = fresh('lento')
  await deployment.importBundle(captchaForm(form, ['FREE'], { always_captcha: true }))
  await page.clock.install()
  await fills(visitor, form)
  const challenges: string[] = []
  page.on('response', (response) => response.url().endsWith('/captcha') && challenges.push(response.url()))
  const isAtWork = watchSolvers(page)
  await visitor.main.getByRole('checkbox', { name: it.box }).click()
  await expect(visitor.main.getByText(it.passed)).toBeVisible()
  expect(challenges).toHaveLength(1)
  await expect.poll(isAtWork).toBe(false)
  const again = page.waitForEvent('worker')
  await page.clock.fastForward('09:30')
  await again
  await expect.poll(() => challenges.length).toBe(2)
  await expect.poll(isAtWork).toBe(false)
  await expect(visitor.main.getByText(it.passed)).toBeVisible()
  await expect(visitor.field('Motivo')).toHaveValue('Visita oculistica')

  await page.route(`**/forms/${form}`, (route) => route.fulfill({ status: 422, json: REFUSED }), { times: 1 })
  await visitor.button(it.send).click()
  await visitor.givesAddress(address)
  const dialog = visitor.dialog('Un’ultima verifica')
  await expect(dialog.getByRole('alert').filter({ hasText: 'La verifica non è riuscita' })).toBeVisible()
  await dialog.getByRole('checkbox', { name: it.box }).click()
  await expect(visitor.dialog(visitor.words.confirmAddress)).toBeVisible()
})

test('if the server rejects an expired captcha solution, the page submits again once the new solution is ready', async ({
  page,
  visitor,
  deployment,
  address,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 422/)
  const form = fresh('incrocio')
  await deployment.importBundle(captchaForm(form, ['FREE'], { always_captcha: true }))
  await page.clock.install()
  await fills(visitor, form)
  await visitor.main.getByRole('checkbox', { name: it.box }).click()
  await expect(visitor.main.getByText(it.passed)).toBeVisible()
  const renewal = await holdRequests(page, '**/captcha')
  await page.clock.fastForward('09:30')
  await renewal.asked
  await page.route(`**/forms/${form}`, (route) => route.fulfill({ status: 422, json: REFUSED }), { times: 1 })
  await visitor.button(it.send).click()
  await visitor.givesAddress(address)
  const dialog = visitor.dialog('Un’ultima verifica')
  await expect(dialog.getByRole('checkbox', { name: it.box })).not.toBeChecked()
  renewal.release()
  await expect(visitor.dialog(visitor.words.confirmAddress)).toBeVisible()
})

test('a captcha that cannot be loaded shows an error, and the next click loads it again', async ({ page, visitor, deployment, expectConsoleError }) => {
  expectConsoleError(/ERR_FAILED/)
  const form = fresh('guasto')
  await deployment.importBundle(captchaForm(form, ['FREE'], { always_captcha: true }))
  await fills(visitor, form)
  await page.route('**/captcha', (route) => route.abort(), { times: 1 })
  const box = visitor.main.getByRole('checkbox', { name: it.box })
  await box.click()
  await expect(box).toHaveAccessibleDescription('La verifica non è riuscita. Riprova.')
  await expect(box).not.toBeChecked()
  await box.click()
  await expect(visitor.main.getByText(it.passed)).toBeVisible()
})

test('a form with Google reCAPTCHA keys shows the reCAPTCHA widget, and the server verifies the widget’s token', async ({
  page,
  visitor,
  deployment,
  address,
}) => {
  const google = await startGoogle(page)
  const form = fresh('google')
  const params = { always_captcha: true, recaptcha_public_key: 'site-key', recaptcha_secret: 'the other half' }
  await deployment.importBundle(captchaForm(form, ['FREE'], params, [{ code: 'recaptcha_verify_url', value: google.verifyUrl }]))
  await fills(visitor, form)
  await visitor.button(it.send).click()
  await expect(visitor.main.getByText(it.required)).toBeVisible()
  await expectNoViolations(page)
  await visitor.button('Google: site-key').click()
  await visitor.button(it.send).click()
  await visitor.givesAddress(address)
  await expect(visitor.dialog(visitor.words.confirmAddress)).toBeVisible()
  expect(google.asked).toEqual([new URLSearchParams({ secret: 'the other half', response: 'good-token' }).toString()])
  expect(await page.content()).not.toContain('the other half')
  google.close()
})

test('a form without a captcha does not load the captcha’s code', async ({ page, visitor }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await visitor.opensReport()
  await page.waitForLoadState('networkidle')
  expect(loaded.filter((url) => /captcha|solver/i.test(url))).toEqual([])
})
