import { accessibilityViolations } from '../fixtures/accessibility.ts'
import { holdRequests } from '../fixtures/hold-requests.ts'
import { linkIn } from '../fixtures/mailbox.ts'
import { randomPng } from '../fixtures/png.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Visitor } from '../fixtures/visitor.ts'

/**
 * Collects the axe violations in several states of a page. The returned function `end` fails the test if there were
 * any.
 */
function violationCollector(visitor: Visitor) {
  const seen: Record<string, string[]> = {}
  return {
    look: async (state: string) => {
      seen[state] = await accessibilityViolations(visitor.page)
    },
    end: () => expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((state) => [state, []]))),
  }
}

// Uses German on the phone and Italian on the desktop. This way both languages and both screens are tested without
// running all four combinations.
// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
test.use({ locale: async ({}, use, { project }) => use(project.name === 'phone' ? 'de-DE' : 'it-IT') })

test('the pages on which a visitor chooses an option have no accessibility violations', async ({ visitor }) => {
  const { words } = visitor
  const { look, end } = violationCollector(visitor)
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

test('a form has no accessibility violations while a visitor fills it in and corrects errors', async ({ visitor }) => {
  const { words } = visitor
  const { look, end } = violationCollector(visitor)
  await visitor.opensReport()
  await look('leaf')
  await visitor.sendButton.click()
  await expect(visitor.dialog(words.faultsTitle)).toBeVisible()
  await look('faults dialog')
  await visitor.button('OK').click()
  await look('invalid')
  await visitor.showsWay()
  await visitor.button(words.showFirst).click()
  await visitor.step(words.steps[0]).getByRole('option').last().click()
  await expect(visitor.dialog(words.changeTitle)).toBeVisible()
  await look('change-choice dialog')
  await visitor.button(words.keepChoice).click()
  await visitor.fillsEverything('Una buca profonda davanti alla fermata.', { name: 'buca.png', mimeType: 'image/png', buffer: randomPng(8) })
  await look('filled')
  end()
})

test('the dialogs and pages for submitting and confirming a request have no accessibility violations', async ({ page, visitor, deployment, address }) => {
  const { words } = visitor
  const { look, end } = violationCollector(visitor)
  await visitor.opensReport()
  await visitor.fillsRequired()
  await visitor.sendButton.click()
  await expect(visitor.dialog(words.checkTitle)).toBeVisible()
  await look('check dialog')
  await visitor.confirmsAnswers()
  const asking = visitor.dialog(words.emailTitle)
  await expect(asking).toBeVisible()
  await look('e-mail dialog')
  await asking.getByLabel(words.email, { exact: true }).fill('maria@')
  await asking.getByLabel(words.emailAgain, { exact: true }).fill(address)
  await asking.getByLabel(words.emailAgain, { exact: true }).blur()
  await look('e-mail dialog, invalid')

  const { release } = await holdRequests(page, '**/rs/v2/forms/comune-aurora')
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
  await expect(page).toHaveTitle(new RegExp(`^${words.notConfirmed} – `))
  await look('validation, failed')
  end()
})

test('the maintenance page and the page "not found" have no accessibility violations', async ({ visitor, expectConsoleError }) => {
  const { words } = visitor
  const { look, end } = violationCollector(visitor)
  expectConsoleError(/status of 404/)
  await visitor.opens('/comune-aurora/mantainance')
  await expect(visitor.heading(words.maintenance)).toBeVisible()
  await look('maintenance')
  await visitor.opens('/comune-aurora/nowhere')
  await expect(visitor.main.getByText(words.notFound)).toBeVisible()
  await look('not found')
  end()
})

test.describe('the page for choosing a language', () => {
  test.use({ locale: 'fr-FR' })

  test('is in the browser’s language and has no accessibility violations', async ({ visitor }) => {
    await visitor.opens('/comune-aurora')
    await expect(visitor.heading('Choisissez la langue')).toBeVisible()
    expect(await accessibilityViolations(visitor.page)).toEqual([])
  })
})
