import { expect, test } from 'vitest'
import { sendFiles } from './attached-files.ts'
import type { AttachedFile } from './connector.ts'

const MB = 1024 * 1024

test('the attachments of one ticket have 20 MB together; a file that does not fit is left out, and the smaller ones after it are sent', async () => {
  const opened: string[] = []
  const file = (name: string, size: number): AttachedFile => ({
    id: name,
    name,
    mediaType: 'text/plain',
    size,
    open: async () => {
      opened.push(name)
      return { size, read: async function* () {}, close: async () => {} }
    },
  })
  const files = [file('a', 12 * MB), file('b', 9 * MB), file('c', 8 * MB), file('d', 1), file('e', 21 * MB)]
  const sent: string[] = []
  expect(await sendFiles(files, 1, async ({ name }) => void sent.push(name))).toEqual(['b (too large)', 'd (too large)', 'e (too large)'])
  expect([sent, opened]).toEqual([
    ['a', 'c'],
    ['a', 'c'],
  ])
})
