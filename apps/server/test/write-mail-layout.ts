import { writeFileSync } from 'node:fs'
import { mailLayout } from './mail-layout.ts'

const { file, wanted } = await mailLayout()
writeFileSync(file, wanted)
