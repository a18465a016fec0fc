import { linkIn } from '../fixtures/mailbox.ts'
import { filesSentBy } from '../fixtures/operator.ts'
import { randomPng } from '../fixtures/png.ts'
import { expect, test } from '../fixtures/test.ts'

for (const locale of ['it-IT', 'de-DE']) {
  test.describe(`a request in ${locale}, from the form to the ticket`, () => {
    test.use({ locale })

    test('a visitor reports a pothole with a photo, confirms the report through the mailed link and gets the ticket code', {
      tag: locale === 'it-IT' ? '@firefox' : [],
    }, async ({ page, visitor, deployment, address }) => {
      const { words } = visitor
      const photo = { name: 'buca è qui.png', mimeType: 'image/png', buffer: randomPng(64) }
      const text = `Ein tiefes Loch, 20 cm: l’asfalto è rotto <b>qui</b> & là. ${address}`

      await visitor.opens('/comune-aurora')
      await visitor.choosesTheWay()
      await visitor.fillsEverything(text, photo)
      await expect(visitor.step(words.steps[3]).getByRole('listitem').filter({ hasText: 'buca è qui.png' })).toBeVisible()

      await visitor.sendButton.click()
      await expect(visitor.dialog(words.checkTitle).getByText(text)).toBeVisible()
      await visitor.confirmsAnswers()
      const asking = visitor.dialog(words.emailTitle)
      const send = asking.getByRole('button', { name: words.submit, exact: true })
      const [first, second] = [asking.getByLabel(words.email, { exact: true }), asking.getByLabel(words.emailAgain, { exact: true })]
      await expect(send).toBeDisabled()
      await first.fill('maria@')
      await second.fill(address)
      await expect(first).toHaveAccessibleDescription(words.invalidAddress)
      await expect(send).toBeDisabled()
      await first.fill(`x${address}`)
      await second.blur()
      await expect(first).toHaveAccessibleDescription('')
      await expect(second).toHaveAccessibleDescription(words.differentAddresses)
      await expect(send).toBeDisabled()
      await first.fill(` ${address} `)
      await expect(second).toHaveAccessibleDescription('')
      await send.click()

      const message = visitor.dialog(words.confirmAddress)
      await expect(message.getByText(words.confirmAddressText(address))).toBeVisible()
      await message.getByRole('button', { name: 'OK', exact: true }).click()
      await expect(visitor.heading(words.sentTitle)).toBeFocused()
      await expect(visitor.heading(words.summaryTitle)).toBeVisible()
      await expect(visitor.main.getByText(text)).toBeVisible()
      const ticket = await visitor.ticket()
      const [kept, ...others] = await filesSentBy(deployment, address)
      expect(kept?.equals(photo.buffer), 'the photo is kept byte for byte').toBe(true)
      expect(others).toEqual([])

      const mail = await deployment.mailbox.receive(address, words.confirmSubject)
      expect(mail.html).toContain(ticket)
      const confirmedBefore = await deployment.counter('sportello_requests_confirmed_total')
      await page.goto(linkIn(mail), { waitUntil: 'networkidle' })
      await expect(visitor.button(words.confirm)).toBeVisible()
      await page.reload({ waitUntil: 'networkidle' })
      await expect(visitor.button(words.confirm)).toBeVisible()
      expect(await deployment.counter('sportello_requests_confirmed_total'), 'opening the link confirms nothing').toBe(confirmedBefore)
      expect(deployment.mailbox.mailsTo(address)).toHaveLength(1)

      await visitor.button(words.confirm).click()
      await expect(visitor.heading(words.confirmed)).toBeVisible()
      expect(await visitor.ticket()).toBe(ticket)
      const thanks = await deployment.mailbox.receive(address, new RegExp(ticket))
      expect(thanks.html).toContain(ticket)
      expect(await deployment.counter('sportello_requests_confirmed_total')).toBe(confirmedBefore + 1)

      await page.goto(linkIn(mail))
      await expect(visitor.heading(words.alreadyConfirmed)).toBeVisible()
      expect(deployment.mailbox.mailsTo(address)).toHaveLength(2)
    })
  })
}
