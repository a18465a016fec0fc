import type { Page } from '@playwright/test'
import { type Canary, openCanary } from '../fixtures/canary.ts'
import type { Deployment } from '../fixtures/deployment.ts'
import { type HostileForm, helpStep, hostileBundle, hostileForms, mainStep } from '../fixtures/hostile-bundle.ts'
import { payloads } from '../fixtures/payloads.ts'
import { expect, test } from '../fixtures/test.ts'

test.describe.configure({ timeout: 180_000 })
// Switches traces off, because recording pages with hostile HTML takes longer than testing them.
test.use({ trace: 'off' })

test('the collection of hostile HTML has more than 600 different payloads', () => {
  const all = payloads()
  expect(all.length).toBeGreaterThan(600)
  expect(new Set(all.map(({ html }) => html)).size).toBe(all.length)
})

/** Runs twice: once with the content security policy as an additional protection, and once with the sanitiser alone. */
for (const wall of ['policy', 'sanitiser'] as const) {
  test(`hostile HTML runs no script and loads nothing from other websites if the page is protected by the ${wall}`, async ({ browser, deployment }) => {
    const context = await browser.newContext({ bypassCSP: wall === 'sanitiser', locale: 'it-IT' })
    const canary = await openCanary(context, deployment.url)
    const forms = hostileForms(wall)
    await deployment.importBundle(hostileBundle(forms))
    const page = await context.newPage()
    for (const form of forms) {
      const shown = await visit(page, form, deployment, canary)
      // A document that the test itself writes has no content security policy.
      if (wall === 'sanitiser') await showInBareDocument(page, shown, deployment, canary)
    }
    if (wall === 'sanitiser') for (const form of forms) await readMail(page, form, deployment, canary)
    await context.close()
    expect({ ran: canary.ran, foreign: canary.foreign, stopped: canary.stopped, traces: canary.traces }).toEqual({
      ran: [],
      foreign: [],
      stopped: [],
      traces: [],
    })
  })
}

/**
 * Opens everything that a form can show: options, a step with header and footer, dialogs, the receipt and further
 * questions. Returns the fragments of the author's HTML in the step.
 */
async function visit(page: Page, form: HostileForm, { url }: Deployment, canary: Canary): Promise<string[]> {
  await page.goto(`${url}/${form.code}`)
  await expect(page.getByRole('option').first()).toBeVisible()
  await canary.touch(page)
  if (form.code === 'policy-0')
    await expect(page.evaluate(() => Object.assign(document.createElement('b'), { innerHTML: '<i></i>' }))).rejects.toThrow(/TrustedHTML/)

  await page.goto(`${url}/${form.code}/open/${mainStep(form)}`)
  await expect(page.getByRole('button', { name: 'Invia', exact: true })).toBeVisible()
  await canary.touch(page)
  const shown = await htmlOf(page)
  expect(shown.length, 'every place with HTML was found').toBe(form.payloads.length * 8 + 2)

  await page.getByRole('main').getByRole('button', { name: 'Tutte le condizioni', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await canary.touch(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Non accetto', exact: true }).click()
  await page.getByRole('button', { name: 'Invia', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await canary.touch(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Conferma', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Richiesta inviata' })).toBeVisible()
  await expect(page.locator('.summary .rich-text > p').first()).not.toBeEmpty()
  await canary.touch(page)

  await page.goto(`${url}/${form.code}/open/${helpStep(form)}`)
  await page.getByRole('main').locator('.further-answers button').first().click()
  await expect(page.getByRole('textbox').first()).toBeVisible()
  await canary.touch(page)
  return shown
}

/** Returns the fragments of sanitised HTML in the page's data. */
function htmlOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Field = { type: string; value: unknown }
    const data = JSON.parse(document.getElementById('page-data')?.textContent ?? '{}') as { page: { steps: { form_fields: Field[] }[] } }
    const textOf = (value: unknown, key: string) => [(value as Record<string, string>)[key] ?? '']
    return (data.page.steps.at(-1)?.form_fields ?? []).flatMap(({ type, value }) => {
      if (type === 'HTML' || type === 'HTML_HEADER') return [String(value)]
      if (type === 'ALERT' || type === 'CONFIRM_MODAL') return textOf(value, 'text')
      if (type === 'TERMS_CONDITIONS') return textOf(value, 'html')
      if (type === 'FAQ') return (value as { answer: string }[]).map(({ answer }) => answer)
      if (type !== 'FOOTER') return []
      const footer = value as { description: string; links: { textElem: string }[]; colonne: { elems: { textElem: string }[] }[] }
      return [footer.description, ...[...footer.links, ...footer.colonne.flatMap(({ elems }) => elems)].map(({ textElem }) => textElem)]
    })
  })
}

/**
 * Shows the sanitised HTML in an otherwise empty document of the same origin: once as parsed HTML of the page, and once
 * inserted by a script.
 */
async function showInBareDocument(page: Page, pieces: readonly string[], { url }: Deployment, canary: Canary): Promise<void> {
  const address = `${url}/bare`
  const body = `<!doctype html><meta charset="utf-8">${pieces.map((html) => `<div data-place>${html}</div>`).join('')}`
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(address)
  await canary.touch(page)
  await page.evaluate((all) => {
    document.body.replaceChildren(
      ...all.map((html) => {
        const place = document.createElement('div')
        place.dataset.place = ''
        place.innerHTML = html
        // Serialises the HTML and parses it again. This reveals markup whose meaning changes during serialisation
        // (mutation XSS).
        place.innerHTML = String(place.innerHTML)
        return place
      }),
    )
  }, pieces)
  await canary.touch(page)
  await page.unroute(address)
}

/** Shows the received mail as an HTML document without any protection. */
async function readMail(page: Page, form: HostileForm, { url, mailbox }: Deployment, canary: Canary): Promise<void> {
  const mail = await mailbox.receive(form.address, /^Ostile/)
  const address = `${url}/mail`
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: mail.html ?? '' }))
  await page.goto(address)
  await expect(page.locator('body')).toContainText('risposte')
  // The layout around the text is the product's own, and has style attributes.
  expect(await page.evaluate(() => document.querySelector('.mail-body > div')?.classList.add('rich-text'))).toBeUndefined()
  await expect(page.locator('.rich-text > p').first()).toBeVisible()
  await canary.touch(page)
  await page.unroute(address)
}
