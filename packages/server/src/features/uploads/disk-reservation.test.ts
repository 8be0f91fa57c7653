import { expect, test } from 'vitest';
import { z } from 'zod';
import { uploadWorld } from '../../testing/test-uploads.ts';

const mb = 1024 ** 2;
const refusal = z.object({ code: z.string() });

test('of simultaneous uploads only those that fit together get space, and a user’s open ones are limited', async () => {
  const world = await uploadWorld();
  const { platform, doctor, begin, dependencies } = world;
  // Space for two and a half times what each upload declares and its reading needs.
  platform.files.freeBytes = () => Promise.resolve(dependencies.limits.disk_floor_bytes + 50 * mb);
  const together = await Promise.all(
    [1, 2, 3, 4, 5].map((at) => begin(doctor.token, { hn_id: `HN60000${String(at)}` }, 10 * mb)),
  );
  expect(together.map(({ status }) => status).sort()).toEqual([201, 201, 406, 406, 406]);
  const refused = together.find(({ status }) => status === 406);
  expect(refusal.parse(await refused?.json()).code).toBe('upload/disk-floor');

  platform.files.freeBytes = () => Promise.resolve(Number.MAX_SAFE_INTEGER);
  const answers: number[] = [];
  for (let at = 0; at < dependencies.limits.open_per_user; at += 1) {
    const answer = await begin(doctor.token, { hn_id: `HN61${String(at).padStart(4, '0')}` }, 1_000);
    answers.push(answer.status);
    if (answer.status !== 201) expect(refusal.parse(await answer.json()).code).toBe('upload/quota');
  }
  expect(answers.filter((status) => status === 201)).toHaveLength(dependencies.limits.open_per_user - 2);
  expect(answers.slice(-2)).toEqual([406, 406]);
});

const words = {
  en: 'The server has too little space at the moment. Please contact the administrator.',
  ja: 'サーバーの空き容量が不足しています。管理者にお問い合わせください。',
  ko: '서버의 저장 공간이 부족합니다. 관리자에게 문의해 주세요.',
  zh: '服务器空间不足，请联系管理员。',
};

test('an upload that runs out of space stops with a text; the received bytes stay, and it continues later', async () => {
  const world = await uploadWorld();
  const { platform, doctor, begin, begun, patch, ask, dependencies } = world;
  const size = 5 * mb;
  const bytes = Buffer.alloc(size, 'ecg');
  const upload = await begun(doctor.token, { hn_id: 'HN620001' }, size);
  let checks = 0;
  platform.files.freeBytes = () => {
    checks += 1;
    return Promise.resolve(dependencies.limits.disk_floor_bytes + (checks > 2 ? -1 : mb));
  };
  const stopped = await patch(upload, 0, bytes, { 'accept-language': 'ja' });
  expect(stopped.status).toBe(406);
  expect(await stopped.json()).toMatchObject({ code: 'upload/disk-floor', detail: words.ja });
  for (const [language, detail] of Object.entries(words)) {
    const headers = { 'accept-language': language };
    const answer = await begin(doctor.token, { hn_id: 'HN620002' }, size, headers);
    expect(await answer.json()).toMatchObject({ code: 'upload/disk-floor', detail });
  }
  platform.files.freeBytes = () => Promise.resolve(Number.MAX_SAFE_INTEGER);
  const at = Number((await ask('HEAD', upload)).headers.get('upload-offset'));
  expect(at).toBeGreaterThan(0);
  expect(at).toBeLessThan(size);
  expect((await patch(upload, at, bytes.subarray(at))).status).toBe(204);
});
