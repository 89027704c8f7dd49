# SPDX-License-Identifier: Apache-2.0
"""Files for visitors of the repository: CI workflow, container, citation, root pages and issue forms."""
import json
import re

import yaml

from support import ROOT


def test_hosted_run_executes_the_ci_script():
    job = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text())["jobs"]["test"]
    assert job["steps"][-1]["run"] == ".ci/run" and (ROOT / ".ci" / "run").is_file()
    assert job["container"] == "debian:12"


def test_containers_install_packages_by_setup():
    docker = (ROOT / "Dockerfile").read_text()
    assert docker.splitlines()[3] == "FROM debian:12"
    # ./metro setup has the list of packages, so the Dockerfile names no package.
    assert "RUN ./metro setup" in docker and "apt-get install" not in docker
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text())
    assert (ROOT / ".devcontainer" / container["build"]["dockerfile"]).resolve() == ROOT / "Dockerfile"


def test_citation_has_the_required_fields():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert {"cff-version", "message", "title", "authors"} <= set(citation)
    assert citation["license"] == "Apache-2.0"


def test_links_of_root_pages_lead_to_files():
    for page in ("CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", ".github/PULL_REQUEST_TEMPLATE.md"):
        for link in re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text()):
            assert (ROOT / page).parent.joinpath(link).exists(), f"{page}: {link}"


def test_issue_forms_have_a_required_field():
    for form in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"):
        content = yaml.safe_load(form.read_text())
        assert content["name"] and content["description"]
        assert any(field.get("validations", {}).get("required") for field in content["body"])
