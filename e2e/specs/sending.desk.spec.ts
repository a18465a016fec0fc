import { writeFile } from 'node:fs/promises'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { linkIn } from '../fixtures/mailbox.ts'
import { filesSentBy } from '../fixtures/operator.ts'
import { randomPng } from '../fixtures/png.ts'
import { expect, test } from '../fixtures/test.ts'
import { hydrated } from '../fixtures/visitor.ts'

const SEND = '**/rs/v2/forms/comune-aurora'

test('a submission that fails keeps all input, and retries create only one request', async ({ page, visitor, deployment, address, expectConsoleError }) => {
  const { words } = visitor
  expectConsoleError(/ERR_FAILED/)
  const tickets: string[] = []
  let tries = 0
  await page.route(SEND, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    tries++
    // The first submission does not reach the server. The response to the second submission is lost on its way to the
    // browser.
    if (tries === 1) return route.abort('failed')
    if (tries > 2) return route.continue()
    const answer = await route.fetch()
    tickets.push(((await answer.json()) as { data: { ticket: string } }).data.ticket)
    return route.abort('failed')
  })
  await visitor.opensReport()
  await visitor.fillsRequired()
  await visitor.sendButton.click()
  await visitor.confirmsAnswers()
  await visitor.givesAddress(address)
  const lost = visitor.dialog('Attenzione!')
  await expect(lost.getByText(/Connessione assente o interrotta/)).toBeVisible()
  await expect(visitor.page.getByLabel(words.fields.address, { exact: true })).toHaveValue('Via dei Tigli 12')
  await lost.getByRole('button', { name: words.retry, exact: true }).click()
  await expect.poll(() => tries).toBe(2)
  await expect(lost).toBeVisible()
  await lost.getByRole('button', { name: words.retry, exact: true }).click()
  await visitor.dialog(words.confirmAddress).getByRole('button', { name: 'OK', exact: true }).click()
  await expect(visitor.heading(words.sentTitle)).toBeVisible()
  expect(tries).toBe(3)
  expect(tickets).toEqual([await visitor.ticket()])
  // If the server had stored a second request, its confirmation mail would have been queued before this confirmation.
  await page.goto(linkIn(await deployment.mailbox.receive(address, words.confirmSubject)))
  await visitor.button(words.confirm).click()
  await deployment.mailbox.receive(address, new RegExp(tickets[0] ?? ''))
  expect(deployment.mailbox.mailsTo(address)).toHaveLength(2)
})

test('a visitor can request the confirmation link again, and can print the form and the receipt without their buttons', async ({ page, visitor, address }) => {
  const { words } = visitor
  await visitor.opensReport()
  await visitor.fillsRequired()
  await page.emulateMedia({ media: 'print' })
  for (const part of [
    visitor.sendButton,
    visitor.button('Cerca nel modulo'),
    visitor.button(words.showFirst),
    visitor.button(words.changeWay),
    page.getByRole('navigation'),
    page.locator('.panel'),
  ])
    await expect(part).toBeHidden()
  await expect(visitor.field(words.fields.address)).toBeVisible()
  await expect(page.locator('.template')).toHaveCSS('display', 'block')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await page.emulateMedia({ media: 'screen' })
  await visitor.sendButton.click()
  await visitor.confirmsAnswers()
  await visitor.givesAddress(address)
  await visitor.dialog(words.confirmAddress).getByRole('button', { name: 'OK', exact: true }).click()
  await expect(visitor.heading(words.sentTitle)).toBeVisible()
  const rightOf = (selector: string) => page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().right))
  expect(await rightOf('.codes'), 'the box of the code is as wide as its column').toBe(await rightOf('.sent'))
  const again = visitor.button('Invia di nuovo il link')
  await page.emulateMedia({ media: 'print' })
  await expect(again).toBeHidden()
  await expect(visitor.button('Torna al modulo')).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: /[A-Z]{2}-/ })).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await again.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Il link è in viaggio verso ${address}.`)).toBeVisible()
  await expect(again).toBeFocused()
  await expect(page.getByText(/Puoi chiederlo di nuovo tra \d+ secondi\./)).toBeVisible()
  await expect(again).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
})

test('a double click on the submit button submits only one request', async ({ page, visitor, address }) => {
  const { words } = visitor
  const sends = visitor.watchesSends()
  await visitor.opensReport()
  await visitor.fillsRequired()
  await visitor.sendButton.dblclick()
  await visitor.confirmsAnswers()
  const asking = visitor.dialog(words.emailTitle)
  await asking.getByLabel(words.email, { exact: true }).fill(address)
  await asking.getByLabel(words.emailAgain, { exact: true }).fill(address)
  // Clicks twice within the same task, so that the page is not rendered between the clicks.
  await asking.getByRole('button', { name: words.submit, exact: true }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(visitor.dialog(words.confirmAddress)).toBeVisible()
  expect(sends).toHaveLength(1)
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(visitor.heading(words.sentTitle)).toBeVisible()
})

test('a slow upload shows its progress and can be cancelled without losing input', async ({ page, context, visitor, deployment, address }) => {
  const { words } = visitor
  const photo = randomPng(1_000)
  const network = await context.newCDPSession(page)
  const limit = (bytesPerSecond: number) =>
    network.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: bytesPerSecond })
  await network.send('Network.enable')
  await visitor.opensReport()
  await visitor.fillsRequired()
  await visitor.attaches({ name: 'grande.png', mimeType: 'image/png', buffer: photo })
  await limit(100_000)
  await visitor.sendButton.click()
  await visitor.confirmsAnswers()
  await visitor.givesAddress(address)
  const sending = visitor.dialog(words.sending)
  const bar = sending.getByRole('progressbar', { name: words.sending })
  await expect.poll(async () => Number(await bar.getAttribute('value')), { intervals: [50] }).toBeGreaterThan(5)
  await expect(sending.getByRole('status')).toHaveText(/Invio: \d+%/)
  await sending.getByRole('button', { name: words.cancelSending, exact: true }).click()
  await expect(visitor.main.getByText(words.cancelled)).toBeVisible()
  await expect(visitor.field(words.fields.address)).toHaveValue('Via dei Tigli 12')
  await expect(visitor.button('Rimuovi grande.png')).toBeVisible()
  expect(deployment.mailbox.mailsTo(address)).toHaveLength(0)

  await limit(-1)
  await visitor.sends(address)
  expect((await filesSentBy(deployment, address)).filter((file) => file.equals(photo))).toHaveLength(1)
})

test('a file of a wrong type or size is rejected at its field and can be removed', async ({ visitor }) => {
  const { words } = visitor
  await visitor.opensReport()
  const photo = visitor.field(words.fields.photo)
  await visitor.attaches({ name: 'note.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  await expect(photo).toHaveAccessibleDescription(/Tipo file non valido: note\.pdf \(tipi ammessi: [^)]*png[^)]*\)/)
  await visitor.button('Rimuovi note.pdf').click()
  await expect(photo).not.toHaveAttribute('aria-invalid')
  await expect(photo).toBeFocused()

  const large = test.info().outputPath('grande.png')
  await writeFile(large, Buffer.alloc(12_289 * 1024))
  await visitor.attaches(large)
  await expect(photo).toHaveAccessibleDescription(/La dimensione massima del file è 12 MB/)
  await visitor.attaches({ name: 'piccola.png', mimeType: 'image/png', buffer: randomPng(1_300) })
  await expect(visitor.main.getByText('1,6 MB', { exact: true })).toBeVisible()
  await expect(photo).toHaveAccessibleDescription(/La dimensione massima complessiva dei file è 12 MB/)
  await visitor.fillsRequired()
  await visitor.sendButton.click()
  await expect(visitor.dialog(words.faultsTitle).getByRole('listitem')).toHaveText([/^Foto .*12 MB$/])
  await visitor.button('OK').click()
  await visitor.button('Rimuovi grande.png').click()
  await expect(photo).not.toHaveAttribute('aria-invalid')
  await visitor.sendButton.click()
  await visitor.confirmsAnswers()
  await expect(visitor.dialog(words.emailTitle)).toBeVisible()
})

test('a file whose content does not match its name is rejected at its field before the upload', async ({ visitor }) => {
  const { words } = visitor
  const sends = visitor.watchesSends()
  await visitor.opensReport()
  await visitor.fillsRequired()
  await visitor.attaches({ name: 'finta.png', mimeType: 'image/png', buffer: Buffer.from('this is no picture') })
  const photo = visitor.field(words.fields.photo)
  await expect(photo).toHaveAccessibleDescription(/finta\.png non è davvero un file di questo tipo/)
  await visitor.sendButton.click()
  const faults = visitor.dialog(words.faultsTitle)
  await expect(faults.getByRole('listitem')).toHaveText([/^Foto finta\.png non è davvero/])
  await faults.getByRole('button', { name: words.fields.photo, exact: true }).click()
  await expect(photo).toBeFocused()
  expect(sends).toEqual([])
  await visitor.button('Rimuovi finta.png').click()
  await expect(photo).not.toHaveAttribute('aria-invalid')
})

test('an error that only the server can detect is shown at the field concerned', async ({ visitor, page, address, expectConsoleError }) => {
  const { words } = visitor
  expectConsoleError(/status of 415/)
  const message = 'Il tipo di file non è ammesso (foto.png).'
  const refusal = { success: false, data: null, errors: [{ severity: 'high', data: { code: 'forms0032', params: ['foto.png'], message, field: 'foto' } }] }
  await page.route('**/rs/v2/forms/comune-aurora', (route) => route.fulfill({ status: 415, json: refusal }), { times: 1 })
  await visitor.opensReport()
  await visitor.fillsRequired()
  await visitor.attaches({ name: 'foto.png', mimeType: 'image/png', buffer: randomPng(8) })
  await visitor.sendButton.click()
  await visitor.confirmsAnswers()
  await visitor.givesAddress(address)
  const refused = visitor.dialog('Attenzione!')
  await expect(refused.getByText(message)).toBeVisible()
  // The primary button moves the focus to the field. The dialog offers no reload, because a reload would lose the
  // input.
  await expect(refused.locator('.button-primary')).toHaveText(['Chiudi'])
  await refused.getByRole('button', { name: 'Chiudi', exact: true }).click()
  const photo = visitor.field(words.fields.photo)
  await expect(photo).toHaveAccessibleDescription(new RegExp(message.replaceAll(/[().]/g, '.')))
  await expect(photo).toBeFocused()
  await visitor.button('Rimuovi foto.png').click()
  await expect(photo).not.toHaveAttribute('aria-invalid')
  await visitor.sendButton.click()
  await visitor.confirmsAnswers()
  const asking = visitor.dialog(words.emailTitle)
  for (const label of [words.email, words.emailAgain]) await expect(asking.getByLabel(label, { exact: true })).toHaveValue(address)
  await asking.getByRole('button', { name: words.submit, exact: true }).click()
  await expect(visitor.dialog(words.confirmAddress)).toBeVisible()
})

test('a field shows no error until the visitor leaves it, and then shows the error immediately', async ({ visitor }) => {
  const { fields, required } = visitor.words
  await visitor.opensReport()
  await hydrated(visitor.page)
  const depth = visitor.field(fields.depth)
  await depth.fill('0,2')
  await expect(depth).not.toHaveAttribute('aria-invalid')
  await depth.blur()
  await expect(depth).toHaveAccessibleDescription(/Il valore minimo è 0,5/)
  await depth.fill('12,5')
  await expect(depth).not.toHaveAttribute('aria-invalid')
  const what = visitor.field(fields.what)
  await what.focus()
  await what.blur()
  await expect(what).not.toHaveAttribute('aria-invalid')
  await what.fill('Corto')
  await what.blur()
  await expect(what).toHaveAccessibleDescription(/Il campo deve avere almeno 10 caratteri/)
  const when = visitor.field(fields.when)
  await when.fill('01/01/2019')
  await when.blur()
  await expect(when).toHaveAccessibleDescription(/La data non rispecchia i limiti impostati/)
  await visitor.sendButton.click()
  const faults = visitor.dialog(visitor.words.faultsTitle)
  await expect(faults.getByRole('listitem')).toHaveCount(4)
  await faults.getByRole('button', { name: fields.what, exact: true }).click()
  await expect(what).toBeFocused()
  await expect(visitor.field(fields.address)).toHaveAccessibleDescription(new RegExp(required))
})

test('a date can be typed in several formats, and is shown in the format in which it will be submitted', async ({ visitor, page }) => {
  const when = visitor.field(visitor.words.fields.when)
  await visitor.opensReport()
  await hydrated(page)
  await expect(when).toHaveAttribute('inputmode', 'numeric')
  const year = new Date().getFullYear()
  await when.pressSequentially(`0101${year}`)
  await expect(when).toHaveValue(`01/01/${year}`)
  await when.fill('')
  await when.pressSequentially(`1.9.${year % 100}`)
  await page.keyboard.press('Tab')
  await expect(when).toHaveValue(`01/09/${year}`)
  await when.fill(`31/02/${year}`)
  await page.keyboard.press('Tab')
  await expect(when).toHaveAccessibleDescription(`Non valida: il giorno 31/02/${year} non esiste`)
  await when.fill('01/01/2019')
  await page.keyboard.press('Tab')
  await expect(when).toHaveAccessibleDescription(/La data non rispecchia i limiti impostati: dal \d\d\/\d\d\/\d{4} fino al \d\d\/\d\d\/\d{4}$/)
})

test('the receipt is still shown after a reload, Back and Forward, until the visitor returns to the form', async ({ visitor, page, address }) => {
  const { words } = visitor
  await visitor.opens('/comune-aurora')
  await visitor.choosesTheWay()
  await visitor.fillsRequired('Una buca davanti al portone di casa.')
  await visitor.sendButton.click()
  await visitor.confirmsAnswers()
  await visitor.givesAddress(address)
  await expect(visitor.dialog(words.confirmAddress)).toBeVisible()
  // The browser on a phone may discard the page while the visitor reads the mail, so the test reloads it.
  await page.reload()
  await expect(visitor.heading(words.sentTitle)).toBeVisible()
  const ticket = await visitor.ticket()
  await expect(visitor.button('Invia di nuovo il link')).toBeVisible()
  const kept = await page.evaluate(() => JSON.stringify(Object.entries({ ...sessionStorage, ...localStorage })))
  expect(kept, 'no answer stays in the browser').not.toContain('portone')
  await page.goBack()
  await expect(visitor.step(words.steps[2])).toBeVisible()
  await expect(visitor.sendButton).toHaveCount(0)
  await page.goForward()
  expect(await visitor.ticket()).toBe(ticket)
  await visitor.button('Torna al modulo').click()
  await expect(visitor.picker(words.steps[0])).toBeVisible()
  await page.goBack()
  await page.goForward()
  await expect(visitor.picker(words.steps[0])).toBeVisible()
  await expect(page.getByText(ticket)).toHaveCount(0)
})
