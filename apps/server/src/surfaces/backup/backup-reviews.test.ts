import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyDeployments, rowsIn } from '../../../test/empty-deployments.ts'
import { sampleBundle } from '../../../test/sample-bundle.ts'
import { startTestServer } from '../../../test/test-server.ts'
import { rowsOf } from '../../../test/traces.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const SECRET_KEY = 'the secret that a backup opens with'

test('a backup contains the comments on steps and their replies, but no links for reviewers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sportello-backup-'))
  const server = await startTestServer({ env: { SECRET_KEY } })
  const deployments = await emptyDeployments(folder)
  try {
    await server.load(sampleBundle())
    await rowsOf(
      server,
      `with link as (insert into review_links (token_hash, code_tag, label, username, options, expires_at)
         values ('x', 'sample-root', 'Legal office', 'operator', '{}', now() + interval '7 days') returning id),
       comment as (insert into step_comments (code_tag, step_id, step_title, link_id, label, author, key_hash, text)
         select 'sample-root', 'report', 'Report', id, 'Legal office', 'Anna', 'x', 'Too long' from link returning id, link_id)
       insert into step_comments (code_tag, step_id, step_title, link_id, reply_to, username, text)
         select 'sample-root', 'report', 'Report', link_id, id, 'operator', 'We will see' from comment`,
    )
    const path = join(folder, 'a.backup')
    await makeBackup({ database: server.database, attachments: server.services.attachments, config: server.services.config }, path)
    const target = await deployments.make(SECRET_KEY)
    await restoreBackup(target, path)
    expect(await rowsIn(target.database, 'select author, username, text, reply_to is null as is_first from step_comments order by created_at')).toEqual([
      { author: 'Anna', username: null, text: 'Too long', is_first: true },
      { author: null, username: 'operator', text: 'We will see', is_first: false },
    ])
    expect(await rowsIn(target.database, 'select id from review_links')).toEqual([])
  } finally {
    await deployments.close()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
})
