import type { Client } from 'pg'

/** The version since which a membership's right SET is separate from its right ADMIN. */
const WITH_SET = 160_000

/**
 * Gives a role the rights in `sportello_server` that PostgreSQL gives to the creator of a role. The tests' role was created
 * for another database of the cluster.
 */
export async function grantAsCreator(admin: Client, name: string): Promise<void> {
  const { rows } = await admin.query<{ version: string }>("select current_setting('server_version_num') as version")
  await admin.query(`grant sportello_server to ${name} with admin ${Number(rows[0]?.version) < WITH_SET ? 'option' : 'true, set false, inherit false'}`)
}
