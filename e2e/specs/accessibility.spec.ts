import { barriersOf } from '../fixtures/barriers.ts'
import { holds } from '../fixtures/hold.ts'
import { linkIn } from '../fixtures/mailbox.ts'
import { randomPng } from '../fixtures/png.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Visitor } from '../fixtures/visitor.ts'

/** Looks at one state after another; `end` tells all that was found, by state. */
function lookout(visitor: Visitor) {
  const seen: Record<string, string[]> = {}
  return {
    look: async (state: string) => {
      seen[state] = await barriersOf(visitor.page)
    },
    end: () => expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((state) => [state, []]))),
  }
}

// German on the phone, Italian at the desk: every state in both languages and on both screens, without doing all of it four times.
// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
test.use({ locale: async ({}, use, { project }) => use(project.name === 'phone' ? 'de-DE' : 'it-IT') })

test('choosing shuts nobody out', async ({ visitor }) => {
  const { words } = visitor
  const { look, end } = lookout(visitor)
  await visitor.opens('/comune-aurora')
  await look('home')
  await visitor.picker(words.steps[0]).fill('sch')
  await visitor.picker(words.steps[0]).press('ArrowDown')
  await look('list filtered')
  await visitor.picker(words.steps[0]).fill('zzz')
  await expect(visitor.step(words.steps[0]).getByRole('option')).toHaveCount(0)
  await look('list empty')
  await visitor.opens(`/comune-aurora/open/${words.prefix}tributi`)
  await look('disabled option')
  await visitor.opens(`/comune-aurora/open/${words.prefix}rumore`)
  await look('questions and answers')
  end()
})

test('filling in and being corrected shuts nobody out', async ({ visitor }) => {
  const { words } = visitor
  const { look, end } = lookout(visitor)
  await visitor.opensReport()
  await look('leaf')
  await visitor.sendButton.click()
  await expect(visitor.dialog(words.faultsTitle)).toBeVisible()
  await look('faults dialog')
  await visitor.button('OK').click()
  await look('invalid')
  await visitor.button(words.showFirst).click()
  await visitor.step(words.steps[0]).getByRole('option').last().click()
  await expect(visitor.dialog(words.changeTitle)).toBeVisible()
  await look('change-choice dialog')
  await visitor.button(words.keepChoice).click()
  await visitor.fillsEverything('Una buca profonda davanti alla fermata.', { name: 'buca.png', mimeType: 'image/png', buffer: randomPng(8) })
  await look('filled')
  end()
})

test('sending and confirming shuts nobody out', async ({ page, visitor, deployment, address }) => {
  const { words } = visitor
  const { look, end } = lookout(visitor)
  await visitor.opensReport()
  await visitor.fillsRequired()
  await visitor.sendButton.click()
  const asking = visitor.dialog(words.emailTitle)
  await expect(asking).toBeVisible()
  await look('e-mail dialog')
  await asking.getByLabel(words.email, { exact: true }).fill('maria@')
  await asking.getByLabel(words.emailAgain, { exact: true }).fill(address)
  await asking.getByLabel(words.emailAgain, { exact: true }).blur()
  await look('e-mail dialog, invalid')

  const { release } = await holds(page, '**/rs/v2/forms/comune-aurora')
  await visitor.givesAddress(address)
  await expect(visitor.dialog(words.sending)).toBeVisible()
  await look('sending')
  release()
  await expect(visitor.dialog(words.confirmAddress)).toBeVisible()
  await look('confirm message')
  await visitor.button('OK').click()
  await expect(visitor.heading(words.sentTitle)).toBeVisible()
  await look('sent')

  const link = linkIn(await deployment.mailbox.receive(address, words.confirmSubject))
  await page.goto(link)
  await look('validation, asked')
  await visitor.button(words.confirm).click()
  await expect(visitor.heading(words.confirmed)).toBeVisible()
  await look('validation, done')
  await page.goto(link)
  await expect(visitor.heading(words.alreadyConfirmed)).toBeVisible()
  await look('validation, already done')
  await page.goto('/comune-aurora/validation?code=nobodys')
  await expect(visitor.heading(words.notConfirmed)).toBeVisible()
  await look('validation, failed')
  end()
})

test('a page that only says something shuts nobody out', async ({ visitor, expectComplaint }) => {
  const { words } = visitor
  const { look, end } = lookout(visitor)
  expectComplaint(/status of 404/)
  await visitor.opens('/comune-aurora/mantainance')
  await expect(visitor.heading(words.maintenance)).toBeVisible()
  await look('maintenance')
  await visitor.opens('/comune-aurora/nowhere')
  await expect(visitor.main.getByText(words.notFound)).toBeVisible()
  await look('not found')
  end()
})

test.describe('somebody who is asked for a language', () => {
  test.use({ locale: 'fr-FR' })

  test('meets no barrier', async ({ visitor }) => {
    await visitor.opens('/comune-aurora')
    await expect(visitor.heading('Choisissez la langue')).toBeVisible()
    expect(await barriersOf(visitor.page)).toEqual([])
  })
})
