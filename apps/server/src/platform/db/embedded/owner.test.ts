import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { openDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'
import { launchEmbedded } from './launcher.ts'

/** SQL that selects the parts of extensions. Their owner is the superuser, also if another role creates the extension. */
const OF_EXTENSIONS = "select objid from pg_depend where deptype = 'e'"

test('in the database of an existing cluster, everything that the superuser owns is given to the unprivileged owner role', { timeout: 60_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sportello-owner-'))
  chmodSync(dataDir, 0o711)
  try {
    const first = await launchEmbedded(dataDir, () => {})
    const { database } = first.connection
    const before = openDatabase({ ...first.admin, database }, () => {})
    await migrate(before.owner)
    await before.owner.query(`insert into settings (code, value) values ('captcha_difficulty', '7')`)
    await before.close()
    // Recreates the database as earlier releases created it: the superuser owns all tables, and the owner role does not
    // exist.
    const admin = new Client({ ...first.admin, database })
    await admin.connect()
    const owner = first.connection.user
    await admin.query(`reassign owned by ${owner} to ${first.admin.user}; drop owned by ${owner}; drop role ${owner}`)
    await admin.end()
    await first.stop()

    const second = await launchEmbedded(dataDir, () => {})
    const after = openDatabase(second.connection, () => {})
    try {
      await expect(after.verify()).resolves.toBeUndefined()
      expect(await migrate(after.owner)).toEqual([])
      const foreign = `select relname as name from pg_class where relnamespace::regnamespace::text in ('public', 'graphile_worker') and relowner <> current_user::regrole
        union all select proname from pg_proc where pronamespace::regnamespace::text in ('public', 'graphile_worker') and proowner <> current_user::regrole and oid not in (${OF_EXTENSIONS})
        union all select typname from pg_type where typnamespace::regnamespace::text in ('public', 'graphile_worker') and typowner <> current_user::regrole and oid not in (${OF_EXTENSIONS})`
      expect((await after.owner.query(foreign)).rows).toEqual([])
      expect((await after.pool.query(`select value from settings where code = 'captcha_difficulty'`)).rows).toEqual([{ value: '7' }])
      expect((await after.pool.query("select enqueue('send_mail', 'sample', gen_random_uuid()) is not null as added")).rows).toEqual([{ added: true }])
      await after.owner.query('create table may_be_migrated (id int)')
    } finally {
      await after.close()
      await second.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
