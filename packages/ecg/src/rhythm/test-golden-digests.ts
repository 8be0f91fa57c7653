/**
 * Lists the results of each engine version, as SHA-256 over beat files and summaries of fixed recordings: `synthetic`
 * from the generator's patients, `real` from excerpts of the public development recordings. A row is written once, when
 * its version is made, and never changed; a changed result needs a new version and a line in docs/analysis.md.
 */
export const goldenDigests: Readonly<Record<string, { readonly synthetic: string; readonly real: string }>> =
  {
    '1.2.0': {
      synthetic: '9d5892568e5b39c7bd609df9ad5a5cd73746c2a0b8e554ea5568300c4baca89e',
      real: 'b224264d69d053e08a3687d3fd3cae6a2b5eeb0e9b32e5c6b56a1ab10dc0fbbd',
    },
    '1.3.0': {
      synthetic: '54d43eee9dff23dd087b7976947ef8e2137af245919df4b4384087398a848c7b',
      real: '8373633cc9f8b87c0b337e327826a162940443196d2072da40f347da361b3d33',
    },
    '1.4.0': {
      synthetic: '2e1d4334ef571afacc1ca21dee1592f05fdcd684ecd81f0ff5060a69ad0e740a',
      real: '02431c3f2b6f3d2d217b801a749a0a367512a3001a37616e2a1c6bd3a5b77f1a',
    },
    '1.5.0': {
      synthetic: '30ac8836a59d037210e6552305d1bc4c45abea6359a01f3363201ac90083dfaa',
      real: '93196f3cf7f65b7466ef8fbfbb893d7d0328b8d027616d8418238010a8c6c4e7',
    },
    '1.6.0': {
      synthetic: '080a6c4b29fc02e9d3a45b51fb088c58e3e67a2466eda4a6d2cfadcc4a531a68',
      real: '64215bef70481c0edb4b3bbf7273133a2814c01adbaeb477f869b320dd8ce07d',
    },
    '1.7.0': {
      synthetic: '09b17429e9992cb4634d6072d78bc5c7ad4158f0ea56b5e9e75faf8610454042',
      real: '64215bef70481c0edb4b3bbf7273133a2814c01adbaeb477f869b320dd8ce07d',
    },
    '1.8.0': {
      synthetic: 'b55eb19ea6db541af63a5be6aa9d6fa1df5e923a3c1b8d13d458a7121a1dfd3c',
      real: 'b79752941b1f3b76ca0ac32092c93ad98aa8c40c383b948524956eb7117afa5d',
    },
    '1.9.0': {
      synthetic: '75d35966e8752c1d9b681dc8b61af3cb77e65f4691e069547ca052192f6e7ec2',
      real: 'aeb111264befc9d12c8b0696c17431ccc50e5a9b4463a560d1c2d00b925be293',
    },
    '1.10.0': {
      synthetic: '060dd5b1458604bea7aaa3dd81270b901437162cfbf2242da749b6dd42965d69',
      real: '7da574e6e820574df3268c5d049b157e229ec1aefde9c5649ac7417cd8d7901e',
    },
    '1.11.0': {
      synthetic: '060dd5b1458604bea7aaa3dd81270b901437162cfbf2242da749b6dd42965d69',
      real: 'efa285f7bc90ba9f38f59a1619705d795a46f00e1b6e995bd4ebac661aea4532',
    },
    '1.12.0': {
      synthetic: 'b70079fbc6c4121ce8086822a31d2fbc2c2ef5da188304d473c7eb23ab806eae',
      real: '70ec0aca1bd12634a8a8f36a6d03f496e5d85f86139fd901431b1301c72ec4db',
    },
    '1.13.0': {
      synthetic: 'dcea80e2cd97d243e97539b62a062de334edd16233f1e2f365001b0cc66afc91',
      real: '70ec0aca1bd12634a8a8f36a6d03f496e5d85f86139fd901431b1301c72ec4db',
    },
    '1.14.0': {
      synthetic: '2f0114329f426591fbc58b84a3b8d0dbdabdb3ec3dfea0b1fdd2918bed703b15',
      real: 'e01c8b63487ce3e02b9788c72f15f616ff1c939b3cc223fe683dc6c3bd147d9c',
    },
    '1.15.0': {
      synthetic: '2243421063678174bbcaa5128b593befc676e32c854a7a44e17e1986bb84fefd',
      real: 'e01c8b63487ce3e02b9788c72f15f616ff1c939b3cc223fe683dc6c3bd147d9c',
    },
    '1.16.0': {
      synthetic: '09f6a59060dcf3da583ec9014fcafa5e315ed481ee2670d7f19770099b627671',
      real: '2d8835845f9630639d7c595bfc4ad7d76e8038c981db98765129afc01b8967ff',
    },
    '1.17.0': {
      synthetic: 'd754a3ca0ff3058e04a513c808ef130551cac73f6dc72eb0f89bc0271ba482b7',
      real: '2d8835845f9630639d7c595bfc4ad7d76e8038c981db98765129afc01b8967ff',
    },
    '1.18.0': {
      synthetic: '4e80e513aab663749e65442a62b57213dff59c62bf1fe8fbdc3d41183789bacc',
      real: 'fe278b0d7100f1af1ee7591cadfec53777fb0ce14ea95d0964e3a4c74c7da173',
    },
    '1.19.0': {
      synthetic: 'e64b694e2efcb9763f9dd2f0915afd28c0c7a3ab8f59632418e7741a708fb7f6',
      real: '1a103070cddc3db591adcd1e115b024daa51081157052f508de6d188de18fe9d',
    },
    '1.20.0': {
      synthetic: '057aa3112776a12ef0e160c07f82c96555b6a0ca671243aa2e1f79f08739547a',
      real: '1a103070cddc3db591adcd1e115b024daa51081157052f508de6d188de18fe9d',
    },
    '1.21.0': {
      synthetic: 'cde395d8b0f8c1a107aa4e055c29a25adc5dc2e074ed7bc5b675edb49546cf42',
      real: '8959e36f9ed40c4ebba715f469e6c29c8363379dab674a5fc59c4ae6d4245fc0',
    },
    '1.22.0': {
      synthetic: '7f7a6705c64478faa02285fc2b9898c566ca087fb134e511033d7688a7e62685',
      real: '8959e36f9ed40c4ebba715f469e6c29c8363379dab674a5fc59c4ae6d4245fc0',
    },
    '1.23.0': {
      synthetic: '27df09eb9dc6073754e7e580b14f9f745258c2a6d98ce722f171de1083c7de43',
      real: '8959e36f9ed40c4ebba715f469e6c29c8363379dab674a5fc59c4ae6d4245fc0',
    },
    '1.24.0': {
      synthetic: 'bb72205a488af523173fc6b1595fd3e6a53da97969ea1e0d7f75802bd138674d',
      real: '8959e36f9ed40c4ebba715f469e6c29c8363379dab674a5fc59c4ae6d4245fc0',
    },
    '1.25.0': {
      synthetic: '6c2d818dd42e01eeba3d0f066155eea87933d00283e68f22c059c227993fce49',
      real: 'c6f4c2835f926c5e744dbcd672c3280817ca0fcb06a340f4bb352020301b20b4',
    },
    '1.26.0': {
      synthetic: '3808cc712a1af58e2ac1155a2de0451c62f4892621b83bca39619e9e8c1e3e0f',
      real: 'c6f4c2835f926c5e744dbcd672c3280817ca0fcb06a340f4bb352020301b20b4',
    },
    '1.27.0': {
      synthetic: '3808cc712a1af58e2ac1155a2de0451c62f4892621b83bca39619e9e8c1e3e0f',
      real: 'f7ca0b5c2032d74d124afd1176f9f2606031150aca195ad720a27467f10a255e',
    },
  };
